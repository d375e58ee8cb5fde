/** Public interface of `content/spam`: what other areas of this service may import. */
export { assertNotSpam, isSpam } from './assert-not-spam';
export { SpamCheck } from './spam-check';
