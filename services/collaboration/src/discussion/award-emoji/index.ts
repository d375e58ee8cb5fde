/** Public interface of reactions. */
export { type AwardableType, type AwardEmojiDocument } from './award-emoji.model';
export { awardableOf } from './awardable';
export { recountVotes } from './count-votes';
export { type AwardEmojiDeps } from './deps';
export { react } from './react';
