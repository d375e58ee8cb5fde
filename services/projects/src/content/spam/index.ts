/** The check of texts for spam. */
export { assertNotSpam, isSpam } from './assert-not-spam';
export { SpamCheck } from './spam-check';
