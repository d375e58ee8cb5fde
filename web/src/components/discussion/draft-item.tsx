/** A comment of the visitor's review, which nobody else sees yet. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteDraftNote, publishDraftNote, updateDraftNote, type DraftNote } from '#data/draft-notes';
import type { DiscussionSource } from '#data/discussions';
import { useAction } from '#lib/use-action';
import { Markdown } from '../markdown';
import { CommentForm } from './comment-form';
import styles from './discussion.module.css';

interface DraftItemProps {
  draft: DraftNote;
  source: DiscussionSource;
  /** Shown above the text, such as the lines. */
  title?: string;
}

/** Shows the comment with its buttons. */
export function DraftItem({ draft, source, title }: DraftItemProps) {
  const [isEditing, setIsEditing] = useState(false);
  const { run, isBusy } = useAction(source.itemKey);
  const { drafts: owner } = source;
  if (!owner) return null;
  return (
    <article className={styles.draft} aria-label={t`Pending comment`}>
      <header className={styles.noteHeader}>
        <span className="badge badge-amber">
          <Trans>Pending</Trans>
        </span>
        {title !== undefined && <span className="muted small">{title}</span>}
        {draft.resolve_discussion && (
          <span className="muted small">
            <Trans>resolves the thread</Trans>
          </span>
        )}
        <span className="grow" />
        <button
          type="button"
          className="button button-plain button-small"
          disabled={isBusy}
          onClick={() => void run(() => publishDraftNote(owner, draft.id))}
        >
          <Trans>Publish now</Trans>
        </button>
        <button
          type="button"
          className="button button-plain button-icon button-small"
          aria-label={t`Edit the pending comment`}
          title={t`Edit`}
          onClick={() => setIsEditing(true)}
        >
          <Pencil size={14} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="button button-plain button-icon button-small"
          aria-label={t`Delete the pending comment`}
          title={t`Delete`}
          disabled={isBusy}
          onClick={() => void run(() => deleteDraftNote(owner, draft.id))}
        >
          <Trash2 size={14} aria-hidden="true" />
        </button>
      </header>
      {isEditing ? (
        <CommentForm
          label={t`Pending comment`}
          draftKey={`draft-${draft.id}`}
          submitText={t`Save`}
          subject={source.subject}
          project={source.project}
          group={source.group}
          initial={draft.note}
          isFocused
          cancel={() => setIsEditing(false)}
          save={async (text) => {
            const isSaved = await run(() => updateDraftNote(owner, draft.id, text));
            if (isSaved) setIsEditing(false);
            return isSaved;
          }}
        />
      ) : (
        <Markdown text={draft.note} project={source.project?.path_with_namespace} />
      )}
    </article>
  );
}
