/** Changes of files with the threads at their lines, and forms that start new ones. */
import { t } from '@lingui/core/macro';
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import type { DiffEntry, Discussion } from '#api/types';
import { createDraftNote, useDraftNotes, type DraftNote } from '#data/draft-notes';
import type { DiscussionSource, Position, RangeEnd } from '#data/discussions';
import { useAction } from '#lib/use-action';
import { Diff } from '../diff/diff';
import type { Pictures, ViewedFiles } from '../diff/diff-file';
import { placeKey, type DiffPlace } from '../diff/diff-place';
import { BelowLine, type DiffAdditions } from '../diff/diff-rows';
import { parseFile } from '../diff/parse-diff';
import { clearSelection } from '../diff/use-line-selection';
import { CommentForm } from './comment-form';
import { DraftItem } from './draft-item';
import { linesOfPlace, linesOfThread } from './line-text';
import { LineStore, threadKey, useLine, type LineContent, type OpenForm } from './line-store';
import { suggestionBlock } from './suggestion-blocks';
import { Thread } from './thread';

/** Commits between which the changes are. */
export interface DiffRefs {
  base_sha: string | null;
  start_sha: string | null;
  head_sha: string | null;
}

interface DiffDiscussionsProps {
  files: DiffEntry[];
  /** The threads that belong to lines of this version of the changes. */
  threads: Discussion[];
  source: DiscussionSource;
  refs: DiffRefs;
  canModerate: boolean;
  canComment: boolean;
  actionsOf?: (file: DiffEntry) => ReactNode;
  loadLines?: NonNullable<DiffAdditions['loadLines']>;
  viewed?: ViewedFiles | undefined;
  pictures?: Pictures;
  toolbar?: ReactNode;
}

/** What the lines need. It stays the same while they are shown, so that they are rendered once. */
interface LineTools {
  store: LineStore;
  source: DiscussionSource;
  refs: DiffRefs;
  canModerate: boolean;
  /** The lines after the change from one to another of a file, for a suggestion. */
  textOf: (form: OpenForm) => string[];
}

const LineContext = createContext<LineTools | undefined>(undefined);

/** Returns the place of a thread that was started on a line. */
export function positionOf({ notes }: Discussion) {
  return notes[0]?.position ?? null;
}

/** Shows the changes. */
export function DiffDiscussions(props: DiffDiscussionsProps) {
  const { files, threads, source, canModerate, canComment, actionsOf, loadLines, viewed, pictures, toolbar } = props;
  const [store] = useState(() => new LineStore());
  const refs = useStable(props.refs);
  const { data: drafts } = useDraftNotes(source.drafts);
  const notes = useMemo(() => notesByLine(threads, drafts ?? [], refs), [threads, drafts, refs]);
  useLayoutEffect(() => store.setNotes(notes), [store, notes]);
  const latest = useRef(files);
  useEffect(() => {
    latest.current = files;
  }, [files]);
  const textOf = useCallback((form: OpenForm) => linesBetween(latest.current, form), []);
  const tools = useMemo(
    () => ({ store, source, refs, canModerate, textOf }),
    [store, source, refs, canModerate, textOf],
  );
  const additions = useMemo<DiffAdditions>(
    () => ({
      Below: ContentOfLine,
      ...(canComment && { onComment: (place: DiffPlace, start: DiffPlace) => store.open({ place, start }) }),
      ...(loadLines && { loadLines }),
    }),
    [store, canComment, loadLines],
  );
  // The lines of threads stay when changes of whitespace are hidden.
  const isKept = useCallback((place: DiffPlace) => notes.has(placeKey(place)), [notes]);
  return (
    <LineContext value={tools}>
      <Diff
        files={files}
        additions={additions}
        isKept={isKept}
        viewed={viewed}
        pictures={pictures}
        toolbar={toolbar}
        {...(actionsOf && { actionsOf })}
      />
    </LineContext>
  );
}

/** The same object as long as the commits are the same. */
function useStable({ base_sha, start_sha, head_sha }: DiffRefs): DiffRefs {
  return useMemo(() => ({ base_sha, start_sha, head_sha }), [base_sha, start_sha, head_sha]);
}

function notesByLine(threads: readonly Discussion[], drafts: readonly DraftNote[], refs: DiffRefs) {
  const notes = new Map<string, { threads: Discussion[]; drafts: DraftNote[] }>();
  const at = (key: string) => {
    const here = notes.get(key) ?? { threads: [], drafts: [] };
    notes.set(key, here);
    return here;
  };
  for (const thread of threads) {
    const position = positionOf(thread);
    const key = position && threadKey(position);
    if (key) at(key).threads.push(thread);
  }
  for (const draft of drafts) {
    const { position } = draft;
    const key = position?.head_sha === refs.head_sha ? threadKey(position) : undefined;
    if (key) at(key).drafts.push(draft);
  }
  return notes;
}

function ContentOfLine({ place }: { place: DiffPlace }) {
  const tools = use(LineContext);
  return tools && <Content place={place} tools={tools} />;
}

function Content({ place, tools }: { place: DiffPlace; tools: LineTools }) {
  const content = useLine(tools.store, place);
  return (
    content && (
      <BelowLine>
        <Notes content={content} tools={tools} />
        {content.form && <NewThread key={placeKey(content.form.start)} form={content.form} tools={tools} />}
      </BelowLine>
    )
  );
}

function Notes({
  content: { threads, drafts },
  tools: { source, canModerate },
}: {
  content: LineContent;
  tools: LineTools;
}) {
  return (
    <>
      {threads.map((discussion) => {
        const position = positionOf(discussion);
        return (
          <Thread
            key={discussion.id}
            discussion={discussion}
            source={source}
            canModerate={canModerate}
            {...(position?.line_range && { title: t`Comment on ${linesOfThread(position)}` })}
          />
        );
      })}
      {drafts.map((draft) => (
        <DraftItem
          key={draft.id}
          draft={draft}
          source={source}
          {...(draft.position && { title: linesOfThread(draft.position) })}
        />
      ))}
    </>
  );
}

/** The form of a new thread, or of a comment of the visitor's review. */
function NewThread({ form, tools }: { form: OpenForm; tools: LineTools }) {
  const { store, source, refs, textOf } = tools;
  const { place, start } = form;
  const { run } = useAction(source.itemKey);
  const { data: drafts = [] } = useDraftNotes(source.drafts);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = element;
    return () => clearSelection(current);
  }, []);
  const close = (): void => store.close(place);
  const saveBy = (send: (body: string, position: Position) => Promise<unknown>) => async (body: string) => {
    const isSaved = await run(() => send(body, toPosition(form, refs)));
    if (isSaved) close();
    return isSaved;
  };
  const { drafts: owner } = source;
  const lines = place.newLine === undefined ? [] : textOf(form);
  return (
    <div ref={element}>
      <CommentForm
        label={t`Comment on ${linesOfPlace(place, start)} of ${place.newPath}`}
        draftKey={`line-${source.key.join('-')}-${place.newPath}-${place.oldLine}-${place.newLine}`}
        submitText={owner ? t`Comment now` : t`Start thread`}
        subject={source.subject}
        project={source.project}
        group={source.group}
        isFocused
        {...(owner && lines.length > 0 && { suggestion: suggestionBlock(lines) })}
        cancel={close}
        save={saveBy((body, position) => source.start(body, position))}
        {...(owner && {
          other: {
            text: drafts.length === 0 ? t`Start a review` : t`Add to review`,
            save: saveBy((note, position) => createDraftNote(owner, { note, position })),
          },
        })}
      >
        {start !== place && <span className="muted small">{t`On ${linesOfPlace(place, start)}`}</span>}
      </CommentForm>
    </div>
  );
}

/** The lines of a file after the change, from the first to the last line of a form. */
function linesBetween(files: readonly DiffEntry[], { place, start }: OpenForm): string[] {
  const file = files.find(({ new_path: path }) => path === place.newPath);
  if (!file || place.newLine === undefined) return [];
  const last = place.newLine;
  const first = start.newLine ?? last;
  const rows = parseFile(file).rows.filter(
    ({ newLine }) => newLine !== undefined && newLine >= first && newLine <= last,
  );
  // Lines that were expanded are not in the diff.
  return rows.length === last - first + 1 ? rows.map(({ text }) => text) : [];
}

function toPosition({ place, start }: OpenForm, refs: DiffRefs): Position {
  return {
    base_sha: refs.base_sha ?? '',
    start_sha: refs.start_sha ?? '',
    head_sha: refs.head_sha ?? '',
    position_type: 'text',
    old_path: place.oldPath,
    new_path: place.newPath,
    ...(place.oldLine !== undefined && { old_line: place.oldLine }),
    ...(place.newLine !== undefined && { new_line: place.newLine }),
    ...(start !== place && { line_range: { start: toRangeEnd(start), end: toRangeEnd(place) } }),
  };
}

function toRangeEnd({ oldLine, newLine }: DiffPlace): RangeEnd {
  if (oldLine === undefined) return { type: 'new', ...(newLine !== undefined && { new_line: newLine }) };
  if (newLine === undefined) return { type: 'old', old_line: oldLine };
  return { old_line: oldLine, new_line: newLine };
}
