/** Creates a snippet of the visitor or of a project. */
import { t } from '@lingui/core/macro';
import { useNavigate } from 'react-router';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { FieldsForm } from '#components/settings/fields-form';
import { useProject } from '#data/project-context';
import { snippetKeys, createPersonalSnippet, createProjectSnippet } from '#data/snippets';
import { pathOf, projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { snippetFields } from './snippet-fields';

const TITLE = t`New snippet`;

/** A form for a snippet of the visitor. */
export function NewSnippetPage() {
  useTitle(TITLE);
  const navigate = useNavigate();
  return (
    <Main>
      <div className="page-header">
        <h1>{TITLE}</h1>
      </div>
      <FieldsForm
        fields={snippetFields}
        button={t`Create snippet`}
        keys={[snippetKeys.lists]}
        submit={async (body) => {
          const snippet = await createPersonalSnippet(body);
          await navigate(pathOf(snippet.web_url));
        }}
      />
    </Main>
  );
}

/** A form for a snippet of the project. */
export function NewProjectSnippetPage() {
  const project = useProject();
  useTitle(TITLE, project.name_with_namespace);
  const navigate = useNavigate();
  const snippets = { text: t`Snippets`, to: projectPath(project.path_with_namespace, 'snippets') };
  return (
    <Main crumbs={[...projectCrumbs(project), snippets, { text: TITLE }]}>
      <div className="page-header">
        <h1>{TITLE}</h1>
      </div>
      <FieldsForm
        fields={snippetFields}
        button={t`Create snippet`}
        keys={[snippetKeys.listOfProject(project.id)]}
        submit={async (body) => {
          const snippet = await createProjectSnippet(project.id, body);
          await navigate(pathOf(snippet.web_url));
        }}
      />
    </Main>
  );
}
