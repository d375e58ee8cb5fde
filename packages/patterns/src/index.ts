/** Users' regular expressions, matched with limits. */
export { isTooLongToMatch, MAX_PATTERN_TEXT, PatternTimeoutError, UserPatterns, userPatterns } from './user-patterns';
