/** A comment or an activity. */
import { Activity, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Note } from '#api/types';
import { useCurrentUser } from '#data/current-user';
import type { DiscussionSource } from '#data/discussions';
import { pathOf } from '#lib/paths';
import { useAction } from '#lib/use-action';
import { Avatar } from '../avatar';
import { Markdown } from '../markdown';
import { RelativeTime } from '../relative-time';
import { CommentForm } from './comment-form';

interface NoteItemProps {
  note: Note;
  discussion: string;
  source: DiscussionSource;
  /** Whether the visitor may change the comments of others. */
  canModerate: boolean;
}

/** Shows a comment with its buttons. */
export function NoteItem({ note, discussion, source, canModerate }: NoteItemProps) {
  const user = useCurrentUser();
  const [isEditing, setIsEditing] = useState(false);
  const { run, isBusy } = useAction(source.key);
  const canEdit = canModerate || (user !== undefined && note.author?.id === user.id);
  const remove = (): void => {
    if (window.confirm('Delete this comment?')) void run(() => source.remove(discussion, note.id));
  };
  return (
    <article className="note" id={`note_${note.id}`} aria-label={`Comment of ${note.author?.name ?? 'a former user'}`}>
      <Avatar name={note.author?.name ?? '?'} url={note.author?.avatar_url ?? null} size={32} />
      <div className="grow">
        <header className="note-header">
          {note.author ? (
            <Link className="plain-link truncate" to={pathOf(note.author.web_url)}>
              <strong>{note.author.name}</strong> <span className="muted">@{note.author.username}</span>
            </Link>
          ) : (
            <strong>A former user</strong>
          )}
          <a className="muted small" href={`#note_${note.id}`}>
            <RelativeTime time={note.created_at} />
          </a>
          {note.updated_at !== note.created_at && !note.resolvable && <span className="muted small">edited</span>}
          <span className="grow" />
          {canEdit && !isEditing && (
            <>
              <button
                type="button"
                className="button button-plain button-icon button-small"
                aria-label="Edit the comment"
                title="Edit"
                onClick={() => setIsEditing(true)}
              >
                <Pencil size={14} aria-hidden="true" />
              </button>
              <button
                type="button"
                className="button button-plain button-icon button-small"
                aria-label="Delete the comment"
                title="Delete"
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
            label="Comment"
            draftKey={`note-${note.id}`}
            submitText="Save"
            subject={source.subject}
            project={source.project}
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
          <Markdown text={note.body} {...(source.project && { project: source.project.path_with_namespace })} />
        )}
      </div>
    </article>
  );
}

/** Shows what somebody did, such as a change of labels. */
export function SystemNote({ note, source }: { note: Note; source: DiscussionSource }) {
  return (
    <div className="system-note" id={`note_${note.id}`}>
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
