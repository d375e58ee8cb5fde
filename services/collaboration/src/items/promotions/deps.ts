import type { EpicsDeps } from '#items/epics';

/** Dependencies of promoting issues to epics. */
export type PromotionsDeps = EpicsDeps;
