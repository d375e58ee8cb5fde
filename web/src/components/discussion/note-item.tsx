/** A comment or an activity. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Activity, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Note } from '#api/types';
import { useCurrentUser } from '#data/current-user';
import type { DiscussionSource } from '#data/discussions';
import { showDone, showError } from '#lib/messages';
import { pathOf } from '#lib/paths';
import { taskChange } from '#lib/task-change';
import { useAction } from '#lib/use-action';
import { Avatar } from '../avatar';
import { Reactions } from '../items/reactions';
import { Markdown } from '../markdown';
import { Menu } from '../menu';
import { RelativeTime } from '../relative-time';
import { CommentForm } from './comment-form';
import { NoteBody } from './note-body';
import styles from './discussion.module.css';

interface NoteItemProps {
  note: Note;
  discussion: string;
  source: DiscussionSource;
  /** Whether the visitor may change the comments of others. */
  canModerate: boolean;
  /** Begins a reply with a quoted text; absent for visitors who cannot reply. */
  quote?: (text: string) => void;
}

/** Shows a comment with its buttons. */
export function NoteItem({ note, discussion, source, canModerate, quote }: NoteItemProps) {
  const user = useCurrentUser();
  const [isEditing, setIsEditing] = useState(false);
  const { run, isBusy } = useAction(source.key);
  const canEdit = canModerate || (user !== undefined && note.author?.id === user.id);
  const remove = (): void => {
    if (window.confirm(t`Delete this comment?`)) void run(() => source.remove(discussion, note.id));
  };
  return (
    <article
      className={styles.note}
      id={`note_${note.id}`}
      aria-label={t`Comment of ${note.author?.name ?? t`a former user`}`}
    >
      <Avatar name={note.author?.name ?? '?'} url={note.author?.avatar_url ?? null} size={32} />
      <div className="grow">
        <header className={styles.noteHeader}>
          {note.author ? (
            <Link className="plain-link truncate" to={pathOf(note.author.web_url)}>
              <strong>{note.author.name}</strong> <span className="muted">@{note.author.username}</span>
            </Link>
          ) : (
            <strong>
              <Trans>A former user</Trans>
            </strong>
          )}
          <a className="muted small" href={`#note_${note.id}`}>
            <RelativeTime time={note.created_at} />
          </a>
          {note.updated_at !== note.created_at && !note.resolvable && (
            <span className="muted small">
              <Trans>edited</Trans>
            </span>
          )}
          <span className="grow" />
          <Menu
            label={t`More actions of the comment`}
            button={<Ellipsis size={14} aria-hidden="true" />}
            className="button button-plain button-icon button-small"
          >
            {quote && (
              <button type="button" onClick={() => quote(quoteOf(selectionIn(`note_${note.id}`) || note.body))}>
                <Trans>Quote in a reply</Trans>
              </button>
            )}
            <button type="button" onClick={() => void copyLink(`note_${note.id}`)}>
              <Trans>Copy link</Trans>
            </button>
          </Menu>
          {canEdit && !isEditing && (
            <>
              <button
                type="button"
                className="button button-plain button-icon button-small"
                aria-label={t`Edit the comment`}
                title={t`Edit`}
                onClick={() => setIsEditing(true)}
              >
                <Pencil size={14} aria-hidden="true" />
              </button>
              <button
                type="button"
                className="button button-plain button-icon button-small"
                aria-label={t`Delete the comment`}
                title={t`Delete`}
                disabled={isBusy}
                onClick={remove}
              >
                <Trash2 size={14} aria-hidden="true" />
              </button>
            </>
          )}
        </header>
        {isEditing ? (
          <CommentForm
            label={t`Comment`}
            draftKey={`note-${note.id}`}
            submitText={t`Save`}
            subject={source.subject}
            project={source.project}
            group={source.group}
            initial={note.body}
            isFocused
            cancel={() => setIsEditing(false)}
            save={async (body) => {
              const isSaved = await run(() => source.edit(discussion, note.id, body));
              if (isSaved) setIsEditing(false);
              return isSaved;
            }}
          />
        ) : (
          <NoteBody
            note={note}
            source={source}
            onTask={
              canEdit
                ? taskChange(
                    note.body,
                    () => source.read(discussion, note.id),
                    (body) => run(() => source.edit(discussion, note.id, body)),
                  )
                : undefined
            }
          />
        )}
        {source.reactions && <Reactions source={source.reactions} note={note.id} />}
      </div>
    </article>
  );
}

/** Returns the text that the visitor has selected inside an element; empty for none. */
function selectionIn(id: string): string {
  const selection = window.getSelection();
  const element = document.getElementById(id);
  const isInside = selection?.anchorNode && selection.focusNode && element;
  if (!isInside || !element.contains(selection.anchorNode) || !element.contains(selection.focusNode)) return '';
  return selection.toString().trim();
}

/** Quotes a text in Markdown, with a line for the reply. */
function quoteOf(text: string): string {
  const lines = text.trim().split('\n');
  return `${lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')}\n\n`;
}

async function copyLink(id: string): Promise<void> {
  const { origin, pathname } = window.location;
  try {
    await navigator.clipboard.writeText(`${origin}${pathname}#${id}`);
    showDone(t`The link was copied.`);
  } catch {
    showError(t`The link could not be copied. Copy it from the time of the comment.`);
  }
}

/** Shows what somebody did, such as a change of labels. */
export function SystemNote({ note, source }: { note: Note; source: DiscussionSource }) {
  return (
    <div className={styles.systemNote} id={`note_${note.id}`}>
      <Activity size={14} aria-hidden="true" />
      {note.author && (
        <Link className="plain-link" to={pathOf(note.author.web_url)}>
          <strong>{note.author.name}</strong>
        </Link>
      )}
      <Markdown text={note.body} {...(source.project && { project: source.project.path_with_namespace })} />
      <span className="muted small">
        <RelativeTime time={note.created_at} />
      </span>
    </div>
  );
}
