/** Fields of forms: label, hint, and the API's text about what is wrong. */
import { useId, type ComponentProps, type ReactNode } from 'react';
import { ApiError } from '#lib/api-error';
import { explain } from '#lib/explain';

interface FieldProps {
  label: string;
  hint?: string;
  /** What is wrong with the value. */
  error?: string | undefined;
}

interface FieldFrameProps extends FieldProps {
  children: (attributes: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
}

/** A label with any control. */
export function Field({ label, hint, error, children }: FieldFrameProps) {
  const id = useId();
  const descriptions = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(descriptions !== '' && { 'aria-describedby': descriptions }),
        ...(error !== undefined && { 'aria-invalid': true as const }),
      })}
      {hint && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

/** A line of text. */
export function TextField({ label, hint, error, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} {...(hint !== undefined && { hint })} error={error}>
      {(attributes) => <input className="input" {...input} {...attributes} />}
    </Field>
  );
}

/** A text of several lines. */
export function TextArea({ label, hint, error, ...input }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} {...(hint !== undefined && { hint })} error={error}>
      {(attributes) => <textarea className="textarea" rows={6} {...input} {...attributes} />}
    </Field>
  );
}

/** A choice. */
export function SelectField({ label, hint, error, children, ...select }: FieldProps & ComponentProps<'select'>) {
  return (
    <Field label={label} {...(hint !== undefined && { hint })} error={error}>
      {(attributes) => (
        <select className="select" {...select} {...attributes}>
          {children}
        </select>
      )}
    </Field>
  );
}

/** A choice between yes and no. */
export function Checkbox({ label, ...input }: { label: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className="checkbox">
      <input type="checkbox" {...input} />
      <span>{label}</span>
    </label>
  );
}

/** Returns the API's text about a field of a refused form. */
export function fieldError(error: unknown, name: string): string | undefined {
  return error instanceof ApiError ? error.fields[name]?.join(', ') : undefined;
}

/** Why a form was refused. */
export function FormError({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <div className="notice notice-error" role="alert">
      {explain(error)}
    </div>
  );
}
