import type { NotesDeps } from '#discussion/notes';
import type { SharedDeps } from '#items/shared';

/** Dependencies of burndown charts. */
export interface BurndownDeps extends SharedDeps, Pick<NotesDeps, 'notes'> {}
