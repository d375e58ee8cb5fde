import { ITEMS, type QuickAction } from './quick-action';

/** Quick actions that only insert text. */
export const textActions: readonly QuickAction[] = [
  { names: ['tableflip'], on: ITEMS, text: (argument) => `${argument} (╯°□°)╯︵ ┻━┻`.trim() },
  { names: ['shrug'], on: ITEMS, text: (argument) => `${argument} ¯\\＿(ツ)＿/¯`.trim() },
];
