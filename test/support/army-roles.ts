/** Roles of the built-in formation, in order. */
export const roles = ["overlord", "strategist", "inferno", "glacier", "shadow", "storm"];
