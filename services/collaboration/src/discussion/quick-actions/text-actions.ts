import { ITEMS, type QuickAction } from './quick-action';

/** Actions that only write something. */
export const textActions: readonly QuickAction[] = [
  { names: ['tableflip'], on: ITEMS, text: (argument) => `${argument} (╯°□°)╯︵ ┻━┻`.trim() },
  { names: ['shrug'], on: ITEMS, text: (argument) => `${argument} ¯\\＿(ツ)＿/¯`.trim() },
];
