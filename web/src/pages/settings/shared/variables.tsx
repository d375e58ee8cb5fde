import { check, choice, line, text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import type { Owner } from '#data/owner';
import { variableKeys, createVariable, deleteVariable, listVariables } from '#data/variables';

const fields = {
  key: line('Name', { isRequired: true }),
  value: text('Value', { rows: 2, isCode: true }),
  variable_type: choice('Type', [
    { value: 'env_var', text: 'Variable' },
    { value: 'file', text: 'File' },
  ]),
  protected: check('Only for protected branches and tags'),
  masked: check('Hide the value in logs'),
};

/** The variables that pipelines of a project or group receive. */
export function Variables({ owner }: { owner: Owner }) {
  const queryKey = variableKeys.of(owner);
  return (
    <ManagedList
      title="Variables"
      queryKey={queryKey}
      load={(page) => listVariables(owner, { page })}
      keyOf={({ key, environment_scope: scope }) => `${key} ${scope ?? ''}`}
      nameOf={({ key }) => key}
      empty="There are no variables."
      remove={({ key }) => deleteVariable(owner, key)}
      add={{
        title: 'Add a variable',
        form: (
          <FieldsForm
            fields={fields}
            button="Add variable"
            done="The variable was added."
            keys={[queryKey]}
            submit={(body) => createVariable(owner, body)}
          />
        ),
      }}
    >
      {(variable) => (
        <div className="row row-wrap">
          <code>{variable.key}</code>
          {variable.protected && <span className="badge badge-green">protected</span>}
          {variable.masked && <span className="badge">masked</span>}
          {variable.variable_type === 'file' && <span className="badge">file</span>}
        </div>
      )}
    </ManagedList>
  );
}
