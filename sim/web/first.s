.init llk                           # y = x * x + 1 for one vector, 32 values of Dst
    sfpload  L0, 0, 3, 3            # format 3 is fp32
    sfpmad   L0, L0, L0, L10, 0     # L10 is 1.0
    sfpnop                          # on Wormhole a multiply-add takes two cycles
    sfpstore L0, 0, 3, 3
