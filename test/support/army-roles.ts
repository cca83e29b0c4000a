/** Of the built-in formation, in its order. */
export const roles = ["overlord", "strategist", "inferno", "glacier", "shadow", "storm"];
