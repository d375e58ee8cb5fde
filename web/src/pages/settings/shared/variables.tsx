import { api, unwrap, unwrapPage } from '#api/client';
import { check, choice, line, text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import { apiPathOf, type Owner } from '#data/owner';

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
  const base = `${apiPathOf(owner)}/variables` as const;
  const path = { id: owner.id };
  const queryKey = ['variables', owner.kind, owner.id];
  return (
    <ManagedList
      title="Variables"
      queryKey={queryKey}
      load={(page) => unwrapPage(api.GET(base, { params: { path, query: { page } } }))}
      keyOf={({ key, environment_scope: scope }) => `${key} ${scope ?? ''}`}
      nameOf={({ key }) => key}
      empty="There are no variables."
      remove={({ key }) => unwrap(api.DELETE(`${base}/{key}`, { params: { path: { ...path, key } } }))}
      add={{
        title: 'Add a variable',
        form: (
          <FieldsForm
            fields={fields}
            button="Add variable"
            done="The variable was added."
            keys={[queryKey]}
            submit={(body) => unwrap(api.POST(base, { params: { path }, body }))}
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
