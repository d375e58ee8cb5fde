/** Milestones of a project. */
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, unwrap, unwrapPage } from '../../api/client';
import { MarkdownEditor } from '../../components/editor/markdown-editor';
import { fieldError, FormError, TextField } from '../../components/form';
import { StateTabs } from '../../components/items/state-tabs';
import { Pagination, usePageNumber } from '../../components/pagination';
import { StateBadge } from '../../components/state-badge';
import { Empty, Loaded } from '../../components/states';
import { Main } from '../../layout/main';
import { useProject } from '../../layout/project-area';
import { projectCrumbs } from '../../layout/project-crumbs';
import { Level, useProjectLevel } from '../../lib/access';
import { dateText } from '../../lib/format';
import { pathOf, projectPath } from '../../lib/paths';
import { oneOf, useFilters } from '../../lib/use-filters';
import { useTitle } from '../../lib/use-title';

/** Shows the milestones. */
export function MilestonesPage() {
  const project = useProject();
  const filters = useFilters();
  const page = usePageNumber();
  const state = oneOf(filters.get('state'), ['closed', 'all']) ?? ('active' as const);
  const query = useQuery({
    queryKey: ['milestones', project.id, state, page],
    queryFn: () =>
      unwrapPage(
        api.GET('/api/v4/projects/{id}/milestones', {
          params: { path: { id: String(project.id) }, query: { state, page, include_parent_milestones: true } },
        }),
      ),
  });
  useTitle('Milestones', project.name_with_namespace);
  return (
    <Main crumbs={[...projectCrumbs(project), { text: 'Milestones' }]}>
      <div className="page-header">
        <h1>Milestones</h1>
        {useProjectLevel(project) >= Level.developer && (
          <Link className="button button-primary" to={projectPath(project.path_with_namespace, 'milestones', 'new')}>
            New milestone
          </Link>
        )}
      </div>
      <StateTabs
        filters={filters}
        initial="active"
        tabs={[
          { state: 'active', text: 'Active' },
          { state: 'closed', text: 'Closed' },
          { state: 'all', text: 'All' },
        ]}
      />
      <Loaded query={query}>
        {(milestones) =>
          milestones.items.length === 0 ? (
            <Empty title="No milestones" />
          ) : (
            <>
              <ul className="card list">
                {milestones.items.map((milestone) => (
                  <li key={milestone.id}>
                    <StateBadge state={milestone.state} />
                    <Link className="grow" to={pathOf(milestone.web_url)}>
                      <strong>{milestone.title}</strong>
                    </Link>
                    <span className="muted small">
                      {milestone.start_date && `from ${dateText(milestone.start_date)} `}
                      {milestone.due_date ? `until ${dateText(milestone.due_date)}` : 'no due date'}
                    </span>
                  </li>
                ))}
              </ul>
              <Pagination page={milestones} />
            </>
          )
        }
      </Loaded>
    </Main>
  );
}

/** A form for a new milestone. */
export function NewMilestonePage() {
  const project = useProject();
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [start, setStart] = useState('');
  const [due, setDue] = useState('');
  const [error, setError] = useState<unknown>();
  useTitle('New milestone', project.name_with_namespace);
  const create = async (): Promise<void> => {
    try {
      const milestone = await unwrap(
        api.POST('/api/v4/projects/{id}/milestones', {
          params: { path: { id: String(project.id) } },
          body: { title, description, start_date: start || null, due_date: due || null },
        }),
      );
      await navigate(pathOf(milestone.web_url));
    } catch (failure) {
      setError(failure);
    }
  };
  const list = { text: 'Milestones', to: projectPath(project.path_with_namespace, 'milestones') };
  return (
    <Main crumbs={[...projectCrumbs(project), list, { text: 'New milestone' }]}>
      <div className="page-header">
        <h1>New milestone</h1>
      </div>
      <form
        className="form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void create();
        }}
      >
        <FormError error={error} />
        <TextField
          label="Title"
          required
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          error={fieldError(error, 'title')}
        />
        <MarkdownEditor
          label="Description"
          subject="text"
          project={project}
          value={description}
          onChange={setDescription}
        />
        <TextField label="Start date" type="date" value={start} onChange={(event) => setStart(event.target.value)} />
        <TextField label="Due date" type="date" value={due} onChange={(event) => setDue(event.target.value)} />
        <div className="row">
          <button type="submit" className="button button-primary">
            Create milestone
          </button>
        </div>
      </form>
    </Main>
  );
}
