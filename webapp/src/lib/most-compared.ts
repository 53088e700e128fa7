/** How many products are compared at most. */
export const mostCompared = 4;
