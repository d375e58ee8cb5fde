import { t } from '@lingui/core/macro';
import type { ConflictFile } from '#api/types';
import type { BranchNames } from './conflict-state';

/** Says why git could not merge a file, and what the visitor can do. */
export function explainConflict(file: ConflictFile, { source, target }: BranchNames): string {
  const sides = t`Choose the file of one branch, or merge the branches on your machine to combine them.`;
  switch (file.kind) {
    case 'text':
      return t`Both branches changed the same lines.`;
    case 'binary':
      return t`Both branches changed this file, which is not a text. ${sides}`;
    case 'too_large':
      return t`Both branches changed the same lines of this file, which is too large to be shown. ${sides}`;
    case 'deleted': {
      const [changed, deleted] = file.our_mode === null ? [target, source] : [source, target];
      return t`${deleted} deleted this file and ${changed} changed it. Choose whether it stays.`;
    }
    case 'special':
      return t`Both branches changed a link, a submodule or the mode of this file. ${sides}`;
    default:
      return t`The branches use this path for different things, or renamed the file differently. Merge the branches on your machine.`;
  }
}
