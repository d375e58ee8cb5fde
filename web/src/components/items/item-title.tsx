/** Title and description of an issue, merge request or epic, with their form. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { Project } from '#api/types';
import { useDraft } from '#data/use-draft';
import type { EditorSubject } from '#lib/editor-subject';
import { taskChange } from '#lib/task-change';
import { MarkdownEditor } from '../editor/markdown-editor';
import { TextField } from '../form';
import { Markdown } from '../markdown';
import styles from './items.module.css';

/** Reads and saves a description alone. */
export interface DescriptionTasks {
  load: () => Promise<string>;
  save: (description: string) => Promise<boolean>;
}

interface ItemDescriptionProps {
  description: string | null;
  project?: Project | undefined;
  canEdit: boolean;
  /** For changes of tasks; absent: they cannot be changed. */
  tasks?: DescriptionTasks | undefined;
}

interface ItemTextProps extends ItemDescriptionProps {
  title: string;
  reference: string;
  /** State, author and times. */
  meta: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  subject: EditorSubject;
  /** Group of references, for an item that belongs to no project. */
  group?: { id: number };
  draftKey: string;
  /** Between the title and the description, such as tabs. */
  children?: ReactNode;
  isDescriptionShown?: boolean;
  /** Further fields of the form. */
  fields?: ReactNode;
  save: (title: string, description: string) => Promise<boolean>;
}

/** Shows title and description. */
export function ItemText(props: ItemTextProps) {
  const { title, description, reference, meta, actions, canEdit, project, tasks, isDescriptionShown = true } = props;
  const [isEditing, setIsEditing] = useState(false);
  return (
    <>
      <div className={styles.itemTitle}>
        <h1>
          {title} <span className="muted">{reference}</span>
        </h1>
        <div className="row">
          {canEdit && (
            <button type="button" className="button" onClick={() => setIsEditing(!isEditing)} aria-expanded={isEditing}>
              <Pencil size={14} aria-hidden="true" />
              <Trans>Edit</Trans>
            </button>
          )}
          {actions}
        </div>
      </div>
      <div className={styles.itemMeta}>{meta}</div>
      {isEditing && <ItemForm {...props} close={() => setIsEditing(false)} />}
      {props.children}
      {isDescriptionShown && !isEditing && (
        <ItemDescription description={description} project={project} canEdit={canEdit} tasks={tasks} />
      )}
    </>
  );
}

/** The description of an item. */
export function ItemDescription({ description, project, canEdit, tasks }: ItemDescriptionProps) {
  return (
    <section aria-label={t`Description`} className={styles.itemDescription}>
      {description ? (
        <Markdown
          text={description}
          project={project?.path_with_namespace}
          onTask={canEdit && tasks ? taskChange(description, tasks.load, tasks.save) : undefined}
        />
      ) : (
        <p className="muted">
          <Trans>No description.</Trans>
        </p>
      )}
    </section>
  );
}

function ItemForm({
  title,
  description,
  subject,
  project,
  group,
  draftKey,
  fields,
  save,
  close,
}: ItemTextProps & { close: () => void }) {
  const shownTitle = useDraft(`${draftKey}-title`, title);
  const text = useDraft(`${draftKey}-description`, description ?? '');
  const [isBusy, setIsBusy] = useState(false);
  const leave = (): void => {
    shownTitle.discard();
    text.discard();
    close();
  };
  const submit = async (): Promise<void> => {
    setIsBusy(true);
    if (await save(shownTitle.text, text.text)) leave();
    else setIsBusy(false);
  };
  return (
    <form
      className={`stack ${styles.itemForm}`}
      aria-label={t`Title and description`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label={t`Title`}
        required
        maxLength={255}
        value={shownTitle.text}
        onChange={(event) => shownTitle.setText(event.target.value)}
      />
      <MarkdownEditor
        label={t`Description`}
        rows={12}
        subject={subject}
        project={project}
        group={group}
        value={text.text}
        onChange={text.setText}
        onSubmit={() => void submit()}
      />
      {fields}
      <div className="row">
        <button type="submit" className="button button-primary" disabled={isBusy}>
          <Trans>Save</Trans>
        </button>
        <button type="button" className="button" onClick={leave}>
          <Trans>Cancel</Trans>
        </button>
      </div>
    </form>
  );
}
