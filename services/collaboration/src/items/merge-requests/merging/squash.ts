/** Whether merges squash commits: the project decides, or leaves it to the merge request. */
import { BadRequestError } from '@forgemesh/errors';
import type { MergeSettings } from '@forgemesh/proto/projects/v1/merge_settings';

/** Settings of the target project; undefined if it is deleted. */
type Settings = Pick<MergeSettings, 'squash_option'> | undefined;

/** Whether a merge squashes the commits. `isWanted` is the option of the merge request. */
export function isSquashed(settings: Settings, isWanted: boolean): boolean {
  const option = settings?.squash_option;
  return option === 'always' || (isWanted && option !== 'never');
}

/** The option of a new merge request whose author does not choose one. */
export function isSquashedByDefault(settings: Settings): boolean {
  return isSquashed(settings, settings?.squash_option === 'default_on');
}

/** Throws BadRequestError if the merging user chooses what the project forbids. */
export function assertMaySquash(settings: Settings, isChosen: boolean | undefined): void {
  if (isChosen === true && !isSquashed(settings, true))
    throw new BadRequestError('This project does not allow squashing commits when merging');
}
