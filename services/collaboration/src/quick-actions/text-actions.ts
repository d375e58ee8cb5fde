import { ITEMS, type QuickAction } from './quick-action';

/** Quick actions that only insert text. */
export const textActions: readonly QuickAction[] = [
  {
    names: ['tableflip'],
    done: () => 'Added text.',
    on: ITEMS,
    text: (argument) => `${argument} (╯°□°)╯︵ ┻━┻`.trim(),
  },
  { names: ['shrug'], done: () => 'Added text.', on: ITEMS, text: (argument) => `${argument} ¯\\＿(ツ)＿/¯`.trim() },
];
