# An iteration: a shift of integers; the store steps the counter.
    sfpload  L0, 0, 4, 7
    sfpshft  L0, L0, 3, 5
    sfpstore L0, 0, 4, 6
