import { t } from '@lingui/core/macro';
import { Check, CircleDot, GitPullRequest, Layers, Undo2, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import type { Todo } from '#api/types';
import { Avatar } from '#components/avatar';
import { RelativeTime } from '#components/relative-time';
import { pathOf } from '#lib/paths';
import styles from './todos.module.css';

/** The kinds of targets: their names, icons and the marks of their numbers. */
const kinds: Record<string, { text: string; Icon: LucideIcon; mark: string }> = {
  Issue: { text: t`Issue`, Icon: CircleDot, mark: '#' },
  MergeRequest: { text: t`Merge request`, Icon: GitPullRequest, mark: '!' },
  epic: { text: t`Epic`, Icon: Layers, mark: '&' },
};

/** What a to-do item says, by its reason. */
const reasons: Record<string, string> = {
  assigned: t`assigned you`,
  mentioned: t`mentioned you in`,
  directly_addressed: t`addressed you in`,
  review_requested: t`asked you to review`,
  build_failed: t`the pipeline failed for`,
  marked: t`added`,
  approval_required: t`asked for your approval of`,
  unmergeable: t`cannot be merged:`,
};

/** Returns the title of what a to-do item is about. */
export function titleOf({ target, body }: Todo): string {
  const title: unknown = target?.['title'];
  return typeof title === 'string' && title !== '' ? title : body;
}

interface TodoItemProps {
  todo: Todo;
  isBusy: boolean;
  /** Marks it as done, or as pending if it is done. */
  change: () => void;
}

/** Shows a to-do item with the kind and the number of what it is about. */
export function TodoItem({ todo, isBusy, change }: TodoItemProps) {
  const title = titleOf(todo);
  const isPending = todo.state === 'pending';
  const kind = kinds[todo.target_type];
  const iid: unknown = todo.target?.['iid'];
  return (
    <li>
      <Avatar name={todo.author?.name ?? '?'} url={todo.author?.avatar_url ?? null} size={32} />
      <div className="grow">
        <div>
          {todo.author?.name} {reasons[todo.action_name] ?? todo.action_name}{' '}
          <Link className={styles.todoTitle} to={pathOf(todo.target_url)}>
            {title}
          </Link>
        </div>
        {todo.body !== title && <p className={`muted small ${styles.todoText}`}>{todo.body}</p>}
        <div className="row row-wrap muted small">
          {kind && (
            <span className="row">
              <kind.Icon size={13} aria-hidden="true" />
              {kind.text} {typeof iid === 'number' && `${kind.mark}${iid}`}
            </span>
          )}
          <span>{todo.project?.name_with_namespace ?? todo.group?.name}</span>
          <RelativeTime time={todo.created_at} />
        </div>
      </div>
      <button
        type="button"
        className="button button-small"
        aria-label={isPending ? t`Done: ${title}` : t`Undo: ${title}`}
        disabled={isBusy}
        onClick={change}
      >
        {isPending ? <Check size={14} aria-hidden="true" /> : <Undo2 size={14} aria-hidden="true" />}
        {isPending ? t`Done` : t`Undo`}
      </button>
    </li>
  );
}
