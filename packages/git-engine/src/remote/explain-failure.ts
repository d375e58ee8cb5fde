/**
 * Maps failures to reach a remote repository to messages for users. The remote's output is not
 * passed on, because its content is not trusted.
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
  [
    /fsck error|index-pack failed|unpack-objects|bad pack|is corrupt/i,
    'The remote repository contains damaged objects',
  ],
  [/not our ref|no such remote ref|unadvertised object/i, 'The remote repository changed during the transfer'],
  [
    /not valid: is this a git repository|unexpected|protocol error|hung up/i,
    'The address is not that of a git repository',
  ],
];

/** The message for users that matches git's error output. */
export function explainRemoteFailure(errorOutput: string): string {
  const explanation = explanations.find(([pattern]) => pattern.test(errorOutput));
  return explanation?.[1] ?? 'The remote repository could not be read or written';
}
