import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { useDraft } from '#data/use-draft';
import type { MarkdownEditorProps } from '../editor/editor-props';
import { MarkdownEditor } from '../editor/markdown-editor';

interface CommentFormProps extends Pick<MarkdownEditorProps, 'subject' | 'project' | 'group'> {
  label: string;
  /** Key under which the unsaved text survives a reload. */
  draftKey: string;
  submitText: string;
  initial?: string;
  /** Is added to the text whenever it changes, such as a quote. */
  added?: { text: string } | undefined;
  isFocused?: boolean;
  rows?: number;
  /** A block that suggests changes of the lines that the text is about. */
  suggestion?: string;
  /** Whether it may be saved without a text. */
  canBeEmpty?: boolean;
  /** Saves the text. Returns whether it succeeded; the text stays in the editor otherwise. */
  save: (text: string) => Promise<boolean>;
  /** Another way to save the text, with the text of its button. */
  other?: { text: string; save: (text: string) => Promise<boolean> };
  cancel?: () => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** An editor with buttons to save and cancel. */
export function CommentForm(props: CommentFormProps) {
  const { label, draftKey, submitText, subject, project, group, initial = '', isFocused = false, rows = 4 } = props;
  const { text, setText, discard } = useDraft(draftKey, initial);
  const [isBusy, setIsBusy] = useState(false);
  const { added } = props;
  useEffect(() => {
    if (added) setText((before) => `${before}${before === '' || before.endsWith('\n\n') ? '' : '\n\n'}${added.text}`);
  }, [added, setText]);
  const hint = useId();
  const isEmpty = props.canBeEmpty !== true && text.trim() === '';
  const submit = async (save = props.save): Promise<void> => {
    if (isEmpty || isBusy) return;
    setIsBusy(true);
    const isSaved = await save(text);
    setIsBusy(false);
    if (isSaved) discard();
  };
  const cancel = props.cancel && (() => (discard(), props.cancel?.()));
  return (
    <form
      className="stack-small"
      aria-describedby={hint}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <MarkdownEditor
        label={label}
        value={text}
        onChange={setText}
        subject={subject}
        project={project}
        group={group}
        rows={rows}
        isFocused={isFocused}
        {...(props.suggestion !== undefined && { suggestion: props.suggestion })}
        placeholder={t`Markdown and quick actions (/) work here`}
        onSubmit={() => void submit()}
        {...(cancel && { onEscape: cancel })}
      />
      <div className="row row-wrap">
        <button type="submit" className="button button-primary" disabled={isBusy || isEmpty}>
          {submitText}
        </button>
        {props.other && (
          <button
            type="button"
            className="button"
            disabled={isBusy || text.trim() === ''}
            onClick={() => void submit(props.other?.save)}
          >
            {props.other.text}
          </button>
        )}
        {props.children}
        {cancel && (
          <button type="button" className="button" onClick={cancel}>
            <Trans>Cancel</Trans>
          </button>
        )}
        <span className="muted small" id={hint}>
          <Trans>Ctrl+Enter saves</Trans>
        </span>
      </div>
    </form>
  );
}
