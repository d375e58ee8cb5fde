/** A file in conflict: both versions of each conflict, the choice of one, and an editor. */
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useState } from 'react';
import type { ConflictFile, ConflictSection } from '#api/types';
import { CodeEditor } from '#components/code-editor/code-editor';
import {
  type BranchNames,
  chooseAll,
  chooseSection,
  type FileState,
  firstState,
  openConflicts,
  type Side,
  textOf,
} from './conflict-state';
import { explainConflict } from './explain-conflict';
import styles from './conflicts.module.css';

/** Merged lines that are shown around a conflict. */
const CONTEXT_LINES = 4;
const sides: readonly Side[] = ['ours', 'theirs'];

interface ConflictFileProps {
  file: ConflictFile;
  state: FileState;
  names: BranchNames;
  canResolve: boolean;
  change: (state: FileState) => void;
}

/** Shows the file. */
export function ConflictFileView({ file, state, names, canResolve, change }: ConflictFileProps) {
  const open = openConflicts(file, state);
  const isEdited = state.kind === 'content';
  const can = (way: string): boolean => canResolve && file.resolutions.includes(way);
  return (
    <section className="card" aria-label={file.path} id={`conflict-${file.path}`}>
      <div className={`card-header row-wrap ${styles.header}`}>
        <h2 className={`mono grow ${styles.path}`}>{file.path}</h2>
        {open === 0 ? (
          <span className="badge badge-green">
            <Check size={12} aria-hidden="true" />
            <Trans>Resolved</Trans>
          </span>
        ) : (
          <span className="badge badge-amber">
            <Trans>
              <Plural value={open} one="# conflict" other="# conflicts" /> left
            </Trans>
          </span>
        )}
        {can('side') &&
          sides.map((side) => (
            <button
              key={side}
              type="button"
              className="button button-small"
              aria-pressed={isChosen(file, state, side)}
              onClick={() => change(chooseAll(file, side))}
            >
              {wholeFileText(file, side, names)}
            </button>
          ))}
        {can('content') && (
          <button
            type="button"
            className="button button-small"
            aria-pressed={isEdited}
            onClick={() => change(isEdited ? firstState() : { kind: 'content', text: textOf(file, state, names) })}
          >
            {isEdited ? t`Discard the edit` : t`Edit`}
          </button>
        )}
      </div>
      {file.kind !== 'text' ? (
        <p className="card-body">{explainConflict(file, names)}</p>
      ) : isEdited ? (
        <div className="card-body">
          <CodeEditor
            label={t`Content of ${file.path}`}
            fileName={file.path}
            value={state.text}
            onChange={(text) => change({ kind: 'content', text })}
            isFocused
          />
        </div>
      ) : (
        file.sections.map((section, index) =>
          section.id === null ? (
            <MergedLines
              key={index}
              section={section}
              isFirst={index === 0}
              isLast={index === file.sections.length - 1}
            />
          ) : (
            <Conflict
              key={index}
              section={section}
              names={names}
              chosen={state.kind === 'sections' ? state.choices[section.id] : undefined}
              choose={canResolve ? (side) => change(chooseSection(state, section.id ?? '', side)) : undefined}
            />
          ),
        )
      )}
    </section>
  );
}

function isChosen(file: ConflictFile, state: FileState, side: Side): boolean {
  if (state.kind === 'side') return state.side === side;
  if (state.kind === 'content' || openConflicts(file, state) > 0) return false;
  return Object.values(state.choices).every((chosen) => chosen === side);
}

function wholeFileText(file: ConflictFile, side: Side, { source, target }: BranchNames): string {
  const name = side === 'ours' ? source : target;
  const mode = side === 'ours' ? file.our_mode : file.their_mode;
  if (mode === null) return t`Delete, as ${name} does`;
  return file.kind === 'text' ? t`All of ${name}` : t`Use the file of ${name}`;
}

interface ConflictProps {
  section: ConflictSection;
  names: BranchNames;
  chosen: Side | undefined;
  choose: ((side: Side) => void) | undefined;
}

function choiceText(isUsed: boolean, name: string, conflict: string): string {
  return isUsed ? t`Used: ${name}, conflict ${conflict}` : t`Use this: ${name}, conflict ${conflict}`;
}

function Conflict({ section, names, chosen, choose }: ConflictProps) {
  return (
    <div className={styles.conflict} role="group" aria-label={t`Conflict ${section.id ?? ''}`}>
      {sides.map((side) => {
        const name = side === 'ours' ? names.source : names.target;
        return (
          <div
            key={side}
            className={`${side === 'ours' ? styles.ours : styles.theirs} ${chosen !== undefined && chosen !== side ? styles.dropped : ''}`}
          >
            <div className={styles.sideHeader}>
              <span className="grow">
                {side === 'ours' ? t`Source branch` : t`Target branch`} <span className="mono">{name}</span>
              </span>
              {choose && (
                <button
                  type="button"
                  className="button button-small"
                  aria-pressed={chosen === side}
                  aria-label={choiceText(chosen === side, name, section.id ?? '')}
                  onClick={() => choose(side)}
                >
                  {chosen === side ? t`Used` : t`Use this`}
                </button>
              )}
            </div>
            {section[side] === '' ? (
              <p className={`muted ${styles.noLines}`}>
                <Trans>These lines do not exist here.</Trans>
              </p>
            ) : (
              <Lines text={section[side]} first={side === 'ours' ? section.our_line : section.their_line} />
            )}
          </div>
        );
      })}
    </div>
  );
}

interface MergedLinesProps {
  section: ConflictSection;
  isFirst: boolean;
  isLast: boolean;
}

function MergedLines({ section, isFirst, isLast }: MergedLinesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const lines = splitLines(section.ours);
  const before = isFirst ? 0 : CONTEXT_LINES;
  const after = isLast ? 0 : CONTEXT_LINES;
  const hidden = lines.length - before - after;
  if (isOpen || hidden <= 1) return <Lines text={section.ours} first={section.our_line} />;
  return (
    <>
      {before > 0 && <Lines text={lines.slice(0, before).join('')} first={section.our_line} />}
      <button type="button" className={styles.more} onClick={() => setIsOpen(true)}>
        <Trans>
          Show <Plural value={hidden} one="# merged line" other="# merged lines" />
        </Trans>
      </button>
      {after > 0 && (
        <Lines text={lines.slice(lines.length - after).join('')} first={section.our_line + lines.length - after} />
      )}
    </>
  );
}

function Lines({ text, first }: { text: string; first: number }) {
  return (
    <pre className={styles.lines}>
      {splitLines(text).map((line, index) => (
        <div key={index} className={styles.line}>
          <span className={styles.number} data-line={first + index} aria-hidden="true" />
          <code>{line.replace(/\r?\n$/, '')}</code>
        </div>
      ))}
    </pre>
  );
}

function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
