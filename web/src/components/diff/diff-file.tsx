/** A changed file: its name, counts and lines. Large ones are collapsed until they are opened. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { DiffEntry } from '#api/types';
import { showError } from '#lib/messages';
import { CopyButton } from '../copy-button';
import { DiffRows, type DiffAdditions } from './diff-rows';
import { expandRows, type LineSpan } from './expand-context';
import { isPicture, PictureDiff, type LoadPicture } from './picture-diff';
import type { ParsedFile } from './parse-diff';
import styles from './diff.module.css';

/** Larger files are collapsed at first. */
const MAX_OPEN_ROWS = 1000;

/** Marks of the visitor for files that they have read. */
export interface ViewedFiles {
  paths: ReadonlySet<string>;
  mark: (path: string, isViewed: boolean) => void;
}

/** The pictures of a version of the changes. */
export interface Pictures {
  version: string;
  load: LoadPicture;
}

interface DiffFileProps {
  file: ParsedFile;
  additions: DiffAdditions;
  /** Links and buttons in the header. */
  actionsOf?: ((file: DiffEntry) => ReactNode) | undefined;
  /** Whether it is one of the first, whose lines are rendered at once. */
  isFirst: boolean;
  /** Whether the visitor marked the file as viewed; undefined where there are no marks. */
  isViewed?: boolean | undefined;
  mark?: ViewedFiles['mark'] | undefined;
  pictures?: Pictures | undefined;
}

/** Returns the id of a file's element, for links to it. */
export function diffAnchor(path: string): string {
  return `diff-${path.replace(/[^\w.-]/g, '_')}`;
}

/** Shows a file. It is rendered again only if one of its own properties changes. */
export const DiffFile = memo(function DiffFile(props: DiffFileProps) {
  const { file, additions, actionsOf, isFirst, isViewed, mark, pictures } = props;
  const { entry, added, removed } = file;
  const { rows, expand } = useExpandedRows(file, additions.loadLines);
  // The marks for viewed files may be loaded after the file.
  const [choice, setIsOpen] = useState<boolean>();
  const isOpen = choice ?? (file.rows.length <= MAX_OPEN_ROWS && isViewed !== true);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  const isRenamed = entry.renamed_file && entry.old_path !== entry.new_path;
  const shown = useMemo(() => (rows === file.rows ? file : { ...file, rows }), [file, rows]);
  const hasPictures = pictures !== undefined && file.isBinary && isPicture(entry);
  return (
    <section className={`card ${styles.diffFile}`} id={diffAnchor(entry.new_path)} aria-label={entry.new_path}>
      <div className="card-header">
        <button
          type="button"
          className="button button-plain button-icon button-small"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? t`Collapse` : t`Expand`} ${entry.new_path}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon size={16} aria-hidden="true" />
        </button>
        <h2 className={styles.diffFileName}>{isRenamed ? `${entry.old_path} → ${entry.new_path}` : entry.new_path}</h2>
        <CopyButton text={entry.new_path} label={t`Copy the path`} />
        {entry.new_file && (
          <span className="badge badge-green">
            <Trans>new</Trans>
          </span>
        )}
        {entry.deleted_file && (
          <span className="badge badge-red">
            <Trans>deleted</Trans>
          </span>
        )}
        {entry.a_mode !== entry.b_mode && !entry.new_file && !entry.deleted_file && (
          <span className="badge nowrap">
            {entry.a_mode} → {entry.b_mode}
          </span>
        )}
        <span className="small nowrap">
          <span className={styles.diffAdded}>+{added}</span> <span className={styles.diffRemoved}>−{removed}</span>
        </span>
        {actionsOf?.(entry)}
        {mark && (
          <ViewedBox
            isViewed={isViewed === true}
            mark={(checked) => {
              mark(entry.new_path, checked);
              setIsOpen(undefined);
            }}
          />
        )}
      </div>
      {file.rows.length === 0 ? (
        isOpen &&
        (hasPictures ? (
          <PictureDiff file={entry} {...pictures} />
        ) : (
          <p className={styles.diffMessage}>{messageOf(file)}</p>
        ))
      ) : isOpen ? (
        <div className={styles.diffBody}>
          <DiffRows file={shown} additions={additions} {...(expand && { expand })} startsFull={isFirst} />
        </div>
      ) : (
        <CollapsedText file={file} open={() => setIsOpen(true)} />
      )}
    </section>
  );
});

/** The mark of a file. It changes at once, before the list of marks does. */
function ViewedBox({ isViewed, mark }: { isViewed: boolean; mark: (isViewed: boolean) => void }) {
  const [choice, setChoice] = useState<{ checked: boolean; before: boolean }>();
  return (
    <label className={`small ${styles.viewed}`}>
      <input
        type="checkbox"
        checked={choice?.before === isViewed ? choice.checked : isViewed}
        onChange={({ target: { checked } }) => {
          setChoice({ checked, before: isViewed });
          mark(checked);
        }}
      />
      <Trans>Viewed</Trans>
    </label>
  );
}

/** The rows of a file with the hidden lines that the visitor asked for. */
function useExpandedRows(file: ParsedFile, loadLines: DiffAdditions['loadLines']) {
  const [spans, setSpans] = useState<readonly LineSpan[]>([]);
  const [lines, setLines] = useState<string[]>();
  const { entry } = file;
  const canExpand = loadLines !== undefined && !entry.new_file && !entry.deleted_file && file.rows.length > 0;
  const rows = useMemo(() => (canExpand ? expandRows(file, spans, lines) : file.rows), [canExpand, file, spans, lines]);
  const expand = useCallback(
    (span: LineSpan): void => {
      void (async () => setLines(lines ?? (await loadLines?.(entry))))()
        .then(() => setSpans((before) => [...before, span]))
        .catch(showError);
    },
    [lines, loadLines, entry],
  );
  return { rows, expand: canExpand ? expand : undefined };
}

function messageOf({ isBinary, entry }: ParsedFile): string {
  if (isBinary) return t`This file is binary.`;
  if (/^@@ /m.test(entry.diff)) return t`Only whitespace was changed.`;
  if (entry.renamed_file) return t`The file was renamed without changes.`;
  if (entry.a_mode !== entry.b_mode && !entry.new_file && !entry.deleted_file) return t`Only the mode was changed.`;
  if (entry.diff === '' && !entry.new_file && !entry.deleted_file) return t`The changes are too large to be shown.`;
  return t`The file is empty.`;
}

/** The lines of a collapsed file, which opens when the search of the browser finds one of them. */
function CollapsedText({ file: { rows }, open }: { file: ParsedFile; open: () => void }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = element;
    // React knows neither the value of the attribute nor the event.
    current?.setAttribute('hidden', 'until-found');
    current?.addEventListener('beforematch', open);
    return () => current?.removeEventListener('beforematch', open);
  }, [open]);
  return (
    <div ref={element} hidden>
      {rows.map(({ text }) => text).join('\n')}
    </div>
  );
}
