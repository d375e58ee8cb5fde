import { t } from '@lingui/core/macro';
import { line } from './fields';
import { FieldsForm } from './fields-form';

interface ConfirmNameProps {
  /** What the visitor has to enter. */
  name: string;
  button: string;
  done: string;
  submit: () => Promise<unknown>;
}

/** A form for what cannot be undone: the visitor enters the name of what it changes. */
export function ConfirmName({ name, button, done, submit }: ConfirmNameProps) {
  return (
    <FieldsForm
      fields={{ name: line(t`Enter ${name} to confirm`, { isRequired: true, autoComplete: 'off' }) }}
      button={button}
      done={done}
      isDanger
      isReady={(values) => values.name === name}
      submit={submit}
    />
  );
}
