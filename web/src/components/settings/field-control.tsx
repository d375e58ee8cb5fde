import { lazy, Suspense, useContext } from 'react';
import { GroupContext } from '#data/group-context';
import { ProjectContext } from '#data/project-context';
import { Field, Checkbox } from '../form';
import { NameInput } from '../name-input';
import { RefInput } from '../ref-input';
import { Loading } from '../states';
import type { AnyField, TextField } from './fields';
import styles from './settings.module.css';

// Few forms have such a text.
const MarkdownEditor = lazy(async () => ({ default: (await import('../editor/markdown-editor')).MarkdownEditor }));

/** A value of any field. */
export type FieldValue = ReturnType<AnyField['read']>;

/** Types of controls whose values are short. */
const shortTypes: ReadonlySet<string> = new Set(['number', 'date', 'datetime-local', 'color']);

interface FieldControlProps {
  field: AnyField;
  value: FieldValue;
  error: string | undefined;
  onChange: (value: FieldValue) => void;
}

/** Shows a field with its label, hint, and the API's text about its value. */
export function FieldControl({ field, value, error, onChange }: FieldControlProps) {
  const { label, hint, isRequired, placeholder, autoComplete } = field;
  if (field.control === 'check')
    return (
      <div>
        <Checkbox label={label} checked={value === true} onChange={(event) => onChange(event.target.checked)} />
        {hint && <div className={`field-hint ${styles.checkboxHint}`}>{hint}</div>}
        {error && <div className="field-error">{error}</div>}
      </div>
    );
  if (field.control === 'checks') {
    const chosen = Array.isArray(value) ? value : [];
    return (
      <fieldset className={styles.fieldSet}>
        <legend className="field-label">{label}</legend>
        {field.options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.text}
            checked={chosen.includes(option.value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, option.value] : chosen.filter((name) => name !== option.value))
            }
          />
        ))}
        {hint && <div className="field-hint">{hint}</div>}
        {error && <div className="field-error">{error}</div>}
      </fieldset>
    );
  }
  if (field.control === 'text' && field.isMarkdown)
    return <MarkdownField field={field} value={shownText(field, value)} error={error} onChange={onChange} />;
  const shared = { required: isRequired, placeholder, autoComplete };
  const shown = shownText(field, value);
  return (
    <Field label={label} {...(hint !== undefined && { hint })} error={error}>
      {(attributes) => {
        switch (field.control) {
          case 'text':
            return (
              <textarea
                className={`textarea${field.isCode ? ' mono' : ''}`}
                rows={field.rows}
                value={shown}
                onChange={(event) => onChange(event.target.value)}
                {...shared}
                {...attributes}
              />
            );
          case 'choice':
            return (
              <select
                className="select"
                value={shown}
                onChange={(event) => onChange(field.read(event.target.value))}
                {...attributes}
              >
                {field.options.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.text}
                  </option>
                ))}
              </select>
            );
          case 'file':
            return (
              <input
                type="file"
                className="input"
                accept={field.accept}
                required={isRequired}
                onChange={(event) => onChange(event.target.files?.[0] ?? null)}
                {...attributes}
              />
            );
          case 'revision':
            return (
              <RefInput
                projectId={field.projectId}
                kinds={field.kinds}
                value={shown}
                onChange={onChange}
                {...shared}
                {...attributes}
              />
            );
          case 'names':
            return (
              <NameInput
                kinds={field.kinds}
                isSeveral={field.isSeveral}
                value={shown}
                onChange={onChange}
                {...shared}
                {...attributes}
              />
            );
          case 'line':
            return (
              <input
                type={field.type}
                className={`input${shortTypes.has(field.type) ? ` ${styles.inputShort}` : ''}`}
                min={field.min}
                max={field.max}
                value={shown}
                onChange={(event) => onChange(field.parse(event.target.value))}
                {...shared}
                {...attributes}
              />
            );
        }
      }}
    </Field>
  );
}

interface MarkdownFieldProps {
  field: TextField;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The editor of a text that belongs to the project or group of the page. */
function MarkdownField({ field, value, error, onChange }: MarkdownFieldProps) {
  const project = useContext(ProjectContext);
  const group = useContext(GroupContext);
  return (
    <div className="field">
      <span className="field-label">{field.label}</span>
      <Suspense fallback={<Loading lines={field.rows} />}>
        <MarkdownEditor
          label={field.label}
          subject="text"
          project={project}
          group={group}
          rows={field.rows}
          isRequired={field.isRequired === true}
          value={value}
          onChange={(text) => onChange(typeof text === 'string' ? text : text(value))}
        />
      </Suspense>
      {error && <span className="field-error">{error}</span>}
    </div>
  );
}

function shownText(field: AnyField, value: FieldValue): string {
  if (field.control === 'line' && field.type === 'datetime-local') return field.show?.(value as never) ?? '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
