/** A thread: its comments, and forms to reply and to resolve it. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, ChevronDown, ChevronRight, MessageSquare } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Discussion } from '#api/types';
import { createDraftNote, useDraftNotes, type DraftNote } from '#data/draft-notes';
import type { DiscussionSource } from '#data/discussions';
import { useAction } from '#lib/use-action';
import { useIsSignedIn } from '#session/use-session';
import { CommentForm } from './comment-form';
import { DraftItem } from './draft-item';
import { NoteItem, SystemNote } from './note-item';
import styles from './discussion.module.css';

const NO_DRAFTS: DraftNote[] = [];

/** Whether a thread can be resolved and is. */
export function isResolved({ notes }: Discussion): boolean {
  const resolvable = notes.filter(({ resolvable: can }) => can);
  return resolvable.length > 0 && resolvable.every(({ resolved }) => resolved === true);
}

/** Whether a thread still has to be resolved. */
export function isOpenThread({ notes }: Discussion): boolean {
  return notes.some(({ resolvable, resolved }) => resolvable && resolved !== true);
}

interface ThreadProps {
  discussion: Discussion;
  source: DiscussionSource;
  canModerate: boolean;
  /** Shown above the comments, such as a file name. */
  title?: string | undefined;
  /** Address that the title links to, such as the line. */
  titleLink?: string | undefined;
  /** Shown above the comments, such as the lines of the thread. */
  excerpt?: ReactNode;
  isOutdated?: boolean;
}

/** Shows a thread. Resolved ones are collapsed. */
export function Thread(props: ThreadProps) {
  const { discussion, source, canModerate, title, titleLink, excerpt, isOutdated = false } = props;
  const { notes, id } = discussion;
  const isSignedIn = useIsSignedIn();
  const [isReplying, setIsReplying] = useState(false);
  const [quote, setQuote] = useState<{ text: string }>();
  const endReply = (): void => {
    setQuote(undefined);
    setIsReplying(false);
  };
  const reply = (text: string): void => {
    setQuote({ text });
    setIsReplying(true);
  };
  const { data: drafts = NO_DRAFTS } = useDraftNotes(source.drafts);
  const replies = drafts.filter(({ discussion_id: thread }) => thread === id);
  const { drafts: owner } = source;
  const resolved = isResolved(discussion);
  const [isOpen, setIsOpen] = useState(!resolved);
  const { run, isBusy } = useAction(source.itemKey);
  const first = notes[0];
  if (!first) return null;
  if (first.system) return <SystemNote note={first} source={source} />;
  const canResolve = source.resolve && isSignedIn && notes.some(({ resolvable }) => resolvable);
  const resolver = notes.find(({ resolved_by: by }) => by)?.resolved_by;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  const hasHeader = resolved || isOutdated || title !== undefined;
  const toggle = (): void => {
    void run(async () => {
      await source.resolve?.(id, !resolved);
      setIsOpen(resolved);
    });
  };
  return (
    // No landmark: a page may have hundreds of threads.
    <div className={`card${resolved ? ` ${styles.threadResolved}` : ''}`} role="group" aria-label={t`Thread`}>
      {hasHeader && (
        <div className="card-header">
          <button
            type="button"
            className="button button-plain button-icon button-small"
            aria-expanded={isOpen}
            aria-label={isOpen ? t`Collapse the thread` : t`Expand the thread`}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Icon size={16} aria-hidden="true" />
          </button>
          {title !== undefined &&
            (titleLink === undefined ? (
              <span className="mono truncate">{title}</span>
            ) : (
              <Link className="mono truncate" to={titleLink}>
                {title}
              </Link>
            ))}
          {isOutdated && (
            <span className="badge badge-amber">
              <Trans>Outdated</Trans>
            </span>
          )}
          {resolved && (
            <span className="badge badge-green">
              <Check size={12} aria-hidden="true" />
              {resolver ? t`Resolved by ${resolver.name}` : t`Resolved`}
            </span>
          )}
          {!isOpen && (
            <span className="muted small nowrap">
              {plural(notes.length, { one: '# comment', other: '# comments' })}
            </span>
          )}
        </div>
      )}
      {isOpen && excerpt}
      {isOpen && (
        <div className={styles.threadBody}>
          {notes.map((note) => (
            <NoteItem
              key={note.id}
              note={note}
              source={source}
              canModerate={canModerate}
              discussion={id}
              {...(isSignedIn && { quote: reply })}
            />
          ))}
          {replies.map((draft) => (
            <DraftItem key={draft.id} draft={draft} source={source} title={t`Reply`} />
          ))}
          {isSignedIn && !isReplying && (
            <div className={`row row-wrap ${styles.threadActions}`}>
              <button type="button" className="button button-small" onClick={() => setIsReplying(true)}>
                <MessageSquare size={14} aria-hidden="true" />
                <Trans>Reply</Trans>
              </button>
              {canResolve && (
                <button type="button" className="button button-small" disabled={isBusy} onClick={toggle}>
                  <Check size={14} aria-hidden="true" />
                  {resolved ? t`Reopen thread` : t`Resolve thread`}
                </button>
              )}
            </div>
          )}
          {isReplying && (
            <CommentForm
              label={t`Reply`}
              draftKey={`reply-${id}`}
              submitText={t`Reply`}
              subject={source.subject}
              project={source.project}
              group={source.group}
              rows={3}
              isFocused
              added={quote}
              cancel={endReply}
              save={async (body) => {
                const isSaved = await run(() => source.reply(id, body));
                if (isSaved) endReply();
                return isSaved;
              }}
              {...(owner && {
                other: {
                  text: drafts.length === 0 ? t`Start a review` : t`Add to review`,
                  save: async (note: string) => {
                    const isSaved = await run(() => createDraftNote(owner, { note, in_reply_to_discussion_id: id }));
                    if (isSaved) endReply();
                    return isSaved;
                  },
                },
              })}
            />
          )}
        </div>
      )}
    </div>
  );
}
