/** Licence tiers of the instance, 0 to 3, at which features become available. */

/** Includes all features. */
export const MAX_TIER = 3;
/** Epics. */
export const EPIC_TIER = 3;
