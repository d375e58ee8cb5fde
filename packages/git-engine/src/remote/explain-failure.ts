/**
 * What users are told when a repository elsewhere could not be reached. Its own words are not
 * passed on: they may hold anything.
 */

const explanations: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /Authentication failed|could not read (Username|Password)|terminal prompts disabled|error: 40[13]\b/i,
    'The remote repository refused the credentials',
  ],
  [/repository '.*' not found|error: 404\b|not found: did you run/i, 'The remote repository was not found'],
  [/unable to update url base from redirection|error: 30\d\b/i, 'The remote repository has moved to another address'],
  [/SSL|certificate|TLS/i, 'The certificate of the remote repository is not valid'],
  [
    /Failed to connect|Could not connect|Could not resolve|timed out|too slow|Connection (refused|reset|was reset)|Empty reply|error: 5\d\d\b/i,
    'The remote repository could not be reached',
  ],
  [/fsck error|index-pack failed|unpack-objects|bad pack|is corrupt/i, 'The remote repository holds damaged objects'],
  [/not our ref|no such remote ref|unadvertised object/i, 'The remote repository changed meanwhile'],
  [
    /not valid: is this a git repository|unexpected|protocol error|hung up/i,
    'The address is not that of a git repository',
  ],
];

/** A text for users from git's words. */
export function explainRemoteFailure(words: string): string {
  const known = explanations.find(([pattern]) => pattern.test(words));
  return known?.[1] ?? 'The remote repository could not be read or written';
}
