/** Changes of files with the threads at their lines, and forms that start new ones. */
import { useCallback, useState, type ReactNode } from 'react';
import type { DiffEntry, Discussion } from '#api/types';
import type { DiscussionSource, Position } from '#data/discussions';
import { useAction } from '#lib/use-action';
import { Diff } from '../diff/diff';
import type { DiffPlace } from '../diff/diff-rows';
import { CommentForm } from './comment-form';
import { Thread } from './thread';

/** Commits between which the changes are. */
export interface DiffRefs {
  base_sha: string | null;
  start_sha: string | null;
  head_sha: string | null;
}

/** The line of a thread; numbers of lines that a side does not have are null. */
export interface ThreadPlace {
  old_path: string | null;
  new_path: string | null;
  old_line: number | null;
  new_line: number | null;
}

interface DiffDiscussionsProps {
  files: DiffEntry[];
  /** The threads that belong to lines of this version of the changes. */
  threads: Discussion[];
  source: DiscussionSource;
  refs: DiffRefs;
  canModerate: boolean;
  canComment: boolean;
  placeOf?: (discussion: Discussion) => ThreadPlace | null;
  actionsOf?: (file: DiffEntry) => ReactNode;
}

/** Returns the place of a thread that was started on a line. */
export function positionOf({ notes }: Discussion) {
  return notes[0]?.position ?? null;
}

/** Shows the changes. */
export function DiffDiscussions(props: DiffDiscussionsProps) {
  const { files, threads, source, refs, canModerate, canComment, placeOf = positionOf, actionsOf } = props;
  const { run } = useAction(source.itemKey);
  const [places, setPlaces] = useState<DiffPlace[]>([]);
  const close = (place: DiffPlace): void => setPlaces((before) => before.filter((entry) => !isSame(entry, place)));
  const open = (place: DiffPlace): void => setPlaces((before) => [...before.filter((e) => !isSame(e, place)), place]);
  const below = (place: DiffPlace) => {
    const here = threads.filter((discussion) => isAt(placeOf(discussion), place));
    const isWriting = places.some((entry) => isSame(entry, place));
    if (here.length === 0 && !isWriting) return null;
    return (
      <>
        {here.map((discussion) => (
          <Thread key={discussion.id} {...{ discussion, source, canModerate }} />
        ))}
        {isWriting && (
          <CommentForm
            label={`Comment on line ${place.newLine ?? place.oldLine} of ${place.newPath}`}
            draftKey={`line-${source.key.join('-')}-${place.newPath}-${place.oldLine}-${place.newLine}`}
            submitText="Start thread"
            subject={source.subject}
            project={source.project}
            group={source.group}
            isFocused
            cancel={() => close(place)}
            save={async (body) => {
              const isSaved = await run(() => source.start(body, toPosition(place, refs)));
              if (isSaved) close(place);
              return isSaved;
            }}
          />
        )}
      </>
    );
  };
  // The lines of threads stay when changes of whitespace are hidden.
  const isKept = useCallback(
    (place: DiffPlace) => threads.some((discussion) => isAt(placeOf(discussion), place)),
    [threads, placeOf],
  );
  return (
    <Diff
      files={files}
      below={below}
      isKept={isKept}
      {...(canComment && { onComment: open })}
      {...(actionsOf && { actionsOf })}
    />
  );
}

function isAt(thread: ThreadPlace | null, place: DiffPlace): boolean {
  if (!thread || (thread.new_path !== place.newPath && thread.old_path !== place.oldPath)) return false;
  if (thread.new_line !== null) return thread.new_line === place.newLine;
  return thread.old_line === place.oldLine && place.newLine === undefined;
}

function isSame(one: DiffPlace, other: DiffPlace): boolean {
  return one.newPath === other.newPath && one.newLine === other.newLine && one.oldLine === other.oldLine;
}

function toPosition(place: DiffPlace, refs: DiffRefs): Position {
  return {
    base_sha: refs.base_sha ?? '',
    start_sha: refs.start_sha ?? '',
    head_sha: refs.head_sha ?? '',
    position_type: 'text',
    old_path: place.oldPath,
    new_path: place.newPath,
    ...(place.oldLine !== undefined && { old_line: place.oldLine }),
    ...(place.newLine !== undefined && { new_line: place.newLine }),
  };
}
