import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { ApiError } from '#lib/api-error';
import { showDone } from '#lib/messages';
import { fieldError, FormError } from '../form';
import { FieldControl, type FieldValue } from './field-control';
import type { Fields, ValuesOf } from './fields';

interface FieldsFormProps<F extends Fields> {
  fields: F;
  /** What is stored; absent for a form that creates something. */
  stored?: Partial<Record<keyof F, unknown>>;
  /** First values of a form that creates something. */
  defaults?: Partial<Record<keyof F, unknown>>;
  button: string;
  /** Shown after success. */
  done?: string;
  /** Keys of the queries to load again after success. */
  keys?: readonly (readonly unknown[])[];
  /** Sends the form. `changed` has only what differs from what is stored. */
  submit: (values: ValuesOf<F>, changed: Partial<ValuesOf<F>>) => Promise<unknown>;
  /** Whether the form can be sent. */
  isReady?: (values: ValuesOf<F>) => boolean;
  /** What the visitor has to confirm before the form is sent; undefined for nothing. */
  question?: (values: ValuesOf<F>) => string | undefined;
  /** A button for what cannot be undone. */
  isDanger?: boolean;
  /** Further controls above the button. */
  children?: ReactNode;
}

/**
 * A form of fields with its button. A form of stored values can be sent once something has changed;
 * what the visitor has entered survives a refetch.
 */
export function FieldsForm<F extends Fields>(props: FieldsFormProps<F>) {
  const {
    fields,
    stored,
    defaults,
    button,
    done,
    keys = [],
    submit,
    isReady = () => true,
    question,
    isDanger = false,
    children,
  } = props;
  const client = useQueryClient();
  const [edits, setEdits] = useState<Record<string, FieldValue>>({});
  // Empties file controls, whose value only the browser can set.
  const [round, setRound] = useState(0);
  const values: Record<string, FieldValue> = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      name in edits ? edits[name]! : field.read((stored ?? defaults)?.[name]),
    ]),
  );
  const mutation = useMutation({
    mutationFn: () => submit(trimmed(values, fields) as ValuesOf<F>, trimmed(edits, fields) as Partial<ValuesOf<F>>),
    onSuccess: async () => {
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
      setEdits({});
      setRound((count) => count + 1);
      if (done !== undefined) showDone(done);
    },
  });
  const isUnchanged = stored !== undefined && Object.keys(edits).length === 0;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    const asked = question?.(values as ValuesOf<F>);
    if (asked === undefined || window.confirm(asked)) mutation.mutate();
  };
  return (
    <form className="form" onSubmit={send} key={round}>
      {!isAboutFields(mutation.error, fields) && <FormError error={mutation.error} />}
      {Object.entries(fields).map(([name, field]) => (
        <FieldControl
          key={name}
          field={field}
          value={values[name] ?? null}
          error={fieldError(mutation.error, name)}
          onChange={(value) => setEdits((before) => ({ ...before, [name]: value }))}
        />
      ))}
      {children}
      <div>
        <button
          type="submit"
          className={`button ${isDanger ? 'button-danger' : 'button-primary'}`}
          disabled={mutation.isPending || isUnchanged || !isReady(values as ValuesOf<F>)}
        >
          {button}
        </button>
      </div>
    </form>
  );
}

/** Removes spaces around lines of text; those of longer texts and passwords count. */
function trimmed(values: Record<string, FieldValue>, fields: Fields): Record<string, FieldValue> {
  const isLine = (name: string): boolean => {
    const field = fields[name];
    return (
      field?.control === 'revision' ||
      field?.control === 'names' ||
      (field?.control === 'line' && field.type !== 'password')
    );
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && isLine(name) ? value.trim() : value,
    ]),
  );
}

/** Whether every text of an error is shown at a field. */
function isAboutFields(error: unknown, fields: Fields): boolean {
  if (!(error instanceof ApiError)) return false;
  const names = Object.keys(error.fields);
  return names.length > 0 && names.every((name) => name in fields);
}
