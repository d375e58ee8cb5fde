/** License tiers of the instance, 0 to 3, from which features are available. */

/** The tier that includes all features. */
export const MAX_TIER = 3;
/** The tier from which epics are available. */
export const EPIC_TIER = 3;
