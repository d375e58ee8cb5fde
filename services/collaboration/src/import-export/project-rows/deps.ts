import type { Sequences } from '@forgemesh/data';
import type { AwardEmojiDeps } from '#discussion/award-emoji';
import type { IssueLinksDeps } from '#items/issue-links';
import type { MergeRequestChangesDeps } from '#items/merge-requests';
import type { BoardsDeps } from '#planning/boards';

/** Dependencies of the rows of archives of projects. */
export interface ProjectRowsDeps
  extends
    MergeRequestChangesDeps,
    Pick<AwardEmojiDeps, 'awardEmoji' | 'notes'>,
    Pick<BoardsDeps, 'boards'>,
    Pick<IssueLinksDeps, 'issueLinks'> {
  /** Numbers (`iid`) of imported items. */
  sequences: Sequences;
}
