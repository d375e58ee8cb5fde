import { NotFoundError } from '@forgemesh/errors';
import { emojiName } from '@forgemesh/markdown';
import { assertCanWriteOn } from '#access';
import { awardableOf, type AwardEmojiDeps, react } from '#discussion/award-emoji';
import { ITEMS, type QuickAction } from './quick-action';

/** Quick actions on reactions. */
export const reactionActions: readonly QuickAction<AwardEmojiDeps>[] = [
  {
    names: ['award'],
    done: (argument) => `Toggled the reaction ${argument}.`,
    on: ITEMS,
    async run({ call, target }, argument) {
      const name = emojiName(argument);
      if (name === null) throw new NotFoundError('Award Emoji');
      assertCanWriteOn(target);
      await react(call, await awardableOf(call, target, undefined), name);
    },
  },
];
