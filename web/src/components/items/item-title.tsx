/** Title and description of an issue, merge request or epic, with their form. */
import { Pencil } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { Project } from '#api/types';
import { useDraft } from '#data/use-draft';
import type { EditorSubject } from '#lib/editor-subject';
import { MarkdownEditor } from '../editor/markdown-editor';
import { TextField } from '../form';
import { Markdown } from '../markdown';
import './items.css';

interface ItemTextProps {
  title: string;
  description: string | null;
  reference: string;
  /** State, author and times. */
  meta: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  canEdit: boolean;
  subject: EditorSubject;
  project?: Project;
  draftKey: string;
  /** Between the title and the description, such as tabs. */
  children?: ReactNode;
  isDescriptionShown?: boolean;
  save: (title: string, description: string) => Promise<boolean>;
}

/** Shows title and description. */
export function ItemText(props: ItemTextProps) {
  const { title, description, reference, meta, actions, canEdit, project, isDescriptionShown = true } = props;
  const [isEditing, setIsEditing] = useState(false);
  return (
    <>
      <div className="item-title">
        <h1>
          {title} <span className="muted">{reference}</span>
        </h1>
        <div className="row">
          {canEdit && (
            <button type="button" className="button" onClick={() => setIsEditing(!isEditing)} aria-expanded={isEditing}>
              <Pencil size={14} aria-hidden="true" />
              Edit
            </button>
          )}
          {actions}
        </div>
      </div>
      <div className="item-meta">{meta}</div>
      {isEditing && <ItemForm {...props} close={() => setIsEditing(false)} />}
      {props.children}
      {isDescriptionShown && !isEditing && (
        <section aria-label="Description" className="item-description">
          {description ? (
            <Markdown text={description} {...(project && { project: project.path_with_namespace })} />
          ) : (
            <p className="muted">No description.</p>
          )}
        </section>
      )}
    </>
  );
}

function ItemForm({
  title,
  description,
  subject,
  project,
  draftKey,
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
      className="stack item-form"
      aria-label="Title and description"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label="Title"
        required
        maxLength={255}
        value={shownTitle.text}
        onChange={(event) => shownTitle.setText(event.target.value)}
      />
      <MarkdownEditor
        label="Description"
        rows={12}
        subject={subject}
        project={project}
        value={text.text}
        onChange={text.setText}
        onSubmit={() => void submit()}
      />
      <div className="row">
        <button type="submit" className="button button-primary" disabled={isBusy}>
          Save
        </button>
        <button type="button" className="button" onClick={leave}>
          Cancel
        </button>
      </div>
    </form>
  );
}
