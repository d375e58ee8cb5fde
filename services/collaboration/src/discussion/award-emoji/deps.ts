import type { EntityStore } from '@forgemesh/data';
import type { Logger } from '@forgemesh/telemetry';
import type { AccessDeps } from '#access';
import type { NotesDeps } from '#discussion/notes';
import type { ModelDeps } from '#items/model';
import type { AwardEmojiDocument } from './award-emoji.model';

/** Dependencies of reactions. */
export interface AwardEmojiDeps
  extends ModelDeps, Pick<AccessDeps, 'clients' | 'display'>, Pick<NotesDeps, 'notes' | 'queries'> {
  awardEmoji: EntityStore<AwardEmojiDocument>;
  log: Logger;
}
