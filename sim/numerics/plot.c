/* Scales that plots of a sweep have in common. */
#include "plot.h"

#include <math.h>

double plot_count(uint64_t count, uint64_t most)
{
    return most ? log1p((double)count) / log1p((double)most) : 0;
}

double plot_ulp(double ulp, double most)
{
    return most > 0 ? log1p(ulp) / log1p(most) : 0;
}

uint64_t plot_most_inputs(const struct measures *m)
{
    uint64_t most = 0;

    for (unsigned i = 0; i < ULP_CLASSES; i++)
        most = m->ulp_classes[i] > most ? m->ulp_classes[i] : most;
    return most;
}

void plot_class_label(unsigned class, char label[PLOT_LABEL_SIZE])
{
    const double end = ulp_class_end(class);

    if (isinf(end))
        snprintf(label, PLOT_LABEL_SIZE, "more");
    else if (end == 0.5)
        snprintf(label, PLOT_LABEL_SIZE, "1/2");
    else
        snprintf(label, PLOT_LABEL_SIZE, "%.0f", end);
}
