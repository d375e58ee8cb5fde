/** Boards: issues by label. Cards move by drag or by a list of choices. */
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { api, unwrap, unwrapPage } from '../../api/client';
import type { Board, Issue } from '../../api/types';
import { Avatar } from '../../components/avatar';
import { labelNames, Labels, useProjectLabels } from '../../components/items/labels';
import { Empty, Loaded, Loading } from '../../components/states';
import { Main } from '../../layout/main';
import { useProject } from '../../layout/project-area';
import { projectCrumbs } from '../../layout/project-crumbs';
import { Level, useProjectLevel } from '../../lib/access';
import { pathOf, projectPath } from '../../lib/paths';
import { useAction } from '../../lib/use-action';
import { useTitle } from '../../lib/use-title';
import { updateIssue } from '../issues/update-issue';
import './planning.css';

/** Shows a board, the first one without a number in the address. */
export function BoardsPage() {
  const project = useProject();
  const navigate = useNavigate();
  const { boardId } = useParams();
  const query = useQuery({
    queryKey: ['boards', project.id],
    queryFn: () =>
      unwrap(
        api.GET('/api/v4/projects/{id}/boards', {
          params: { path: { id: String(project.id) }, query: { per_page: 100 } },
        }),
      ),
  });
  useTitle('Boards', project.name_with_namespace);
  const canEdit = useProjectLevel(project) >= Level.reporter;
  const { run } = useAction(['boards', project.id]);
  return (
    <Main crumbs={[...projectCrumbs(project), { text: 'Boards' }]}>
      <Loaded query={query}>
        {(boards) => {
          const board = boards.find(({ id }) => String(id) === boardId) ?? boards[0];
          return (
            <>
              <div className="page-header">
                <h1>{board?.name ?? 'Boards'}</h1>
                <div className="row row-wrap">
                  {boards.length > 1 && (
                    <select
                      className="select"
                      aria-label="Board"
                      value={board?.id}
                      onChange={(event) =>
                        void navigate(projectPath(project.path_with_namespace, 'boards', event.target.value))
                      }
                    >
                      {boards.map(({ id, name }) => (
                        <option key={id} value={id}>
                          {name}
                        </option>
                      ))}
                    </select>
                  )}
                  {canEdit && <NewBoard run={run} />}
                </div>
              </div>
              {board ? (
                <BoardView key={board.id} board={board} canEdit={canEdit} />
              ) : (
                <Empty title="No boards">
                  <p>A board shows issues in columns by label.</p>
                </Empty>
              )}
            </>
          );
        }}
      </Loaded>
    </Main>
  );
}

function NewBoard({ run }: { run: ReturnType<typeof useAction>['run'] }) {
  const project = useProject();
  const [name, setName] = useState('');
  const create = (event: FormEvent): void => {
    event.preventDefault();
    void run(() =>
      unwrap(
        api.POST('/api/v4/projects/{id}/boards', { params: { path: { id: String(project.id) } }, body: { name } }),
      ),
    ).then((isDone) => isDone && setName(''));
  };
  return (
    <form className="row" onSubmit={create}>
      <input
        className="input"
        aria-label="Name of the new board"
        placeholder="New board"
        required
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className="button">
        Create
      </button>
    </form>
  );
}

interface Column {
  key: string;
  title: string;
  label: string | undefined;
  listId?: number;
}

function BoardView({ board, canEdit }: { board: Board; canEdit: boolean }) {
  const project = useProject();
  const labels = useProjectLabels(project.id);
  const { run } = useAction(['board-issues', project.id], ['issue', project.id], ['issues']);
  const boards = useAction(['boards', project.id]);
  const params = { path: { id: String(project.id), board_id: board.id } };
  const lists = board.lists.flatMap(({ id, label }) =>
    label ? [{ key: `label-${label.name}`, title: label.name, label: label.name, listId: id }] : [],
  );
  const columns: Column[] = [
    { key: 'open', title: 'Open', label: undefined },
    ...lists,
    { key: 'closed', title: 'Closed', label: undefined },
  ];
  const names = lists.map(({ label }) => label);
  const move = (issue: Issue, target: Column): void => {
    const present = names.filter((name) => labelNames(issue.labels).includes(name));
    void run(() =>
      updateIssue(project.id, issue.iid, {
        remove_labels: present.filter((name) => name !== target.label),
        ...(target.label !== undefined && { add_labels: [target.label] }),
        ...(target.key === 'closed' && { state_event: 'close' }),
        ...(target.key !== 'closed' && issue.state === 'closed' && { state_event: 'reopen' }),
      }),
    );
  };
  return (
    <>
      {canEdit && (
        <div className="toolbar">
          <select
            className="select"
            aria-label="Add a list for a label"
            value=""
            onChange={(event) =>
              void boards.run(() =>
                unwrap(
                  api.POST('/api/v4/projects/{id}/boards/{board_id}/lists', {
                    params,
                    body: { label_id: Number(event.target.value) },
                  }),
                ),
              )
            }
          >
            <option value="">Add a list</option>
            {labels.data
              ?.filter(({ name }) => !names.includes(name))
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </select>
        </div>
      )}
      <div className="board">
        {columns.map((column) => (
          <BoardColumn
            key={column.key}
            {...{ column, columns, names, move, canEdit }}
            labels={labels.data}
            remove={() => {
              if (column.listId !== undefined && window.confirm(`Remove the list “${column.title}”?`))
                void boards.run(() =>
                  unwrap(
                    api.DELETE('/api/v4/projects/{id}/boards/{board_id}/lists/{list_id}', {
                      params: { path: { ...params.path, list_id: column.listId ?? 0 } },
                    }),
                  ),
                );
            }}
          />
        ))}
      </div>
    </>
  );
}

interface BoardColumnProps {
  column: Column;
  columns: Column[];
  names: string[];
  labels: Parameters<typeof Labels>[0]['labels'];
  canEdit: boolean;
  move: (issue: Issue, target: Column) => void;
  remove: () => void;
}

/** The card that is being dragged; a drag only starts and ends in one page. */
let dragged: Issue | undefined;

function BoardColumn({ column, columns, names, labels, canEdit, move, remove }: BoardColumnProps) {
  const project = useProject();
  const [isOver, setIsOver] = useState(false);
  const query = useQuery({
    queryKey: ['board-issues', project.id, column.key, names],
    queryFn: () =>
      unwrapPage(
        api.GET('/api/v4/projects/{id}/issues', {
          params: {
            path: { id: String(project.id) },
            query: {
              state: column.key === 'closed' ? 'closed' : 'opened',
              order_by: 'relative_position',
              sort: 'asc',
              per_page: 50,
              ...(column.label !== undefined && { 'labels[]': [column.label] }),
            },
          },
        }),
      ),
  });
  const issues = query.data?.items.filter(
    ({ labels: own }) => column.key !== 'open' || !labelNames(own).some((name) => names.includes(name)),
  );
  return (
    <section
      className={`board-list${isOver ? ' board-over' : ''}`}
      aria-label={column.title}
      onDragOver={(event) => {
        if (!canEdit) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        if (dragged) move(dragged, column);
        dragged = undefined;
      }}
    >
      <div className="card-header">
        <h2 className="grow truncate">{column.title}</h2>
        <span className="badge">{issues?.length ?? 0}</span>
        {canEdit && column.listId !== undefined && (
          <button
            type="button"
            className="button button-plain button-icon button-small"
            aria-label={`Remove the list ${column.title}`}
            onClick={remove}
          >
            ×
          </button>
        )}
      </div>
      <div className="board-cards">
        {!issues && <Loading lines={3} />}
        {issues?.map((issue) => (
          <article
            key={issue.id}
            className="card board-card stack-small"
            draggable={canEdit}
            onDragStart={() => (dragged = issue)}
          >
            <Link className="plain-link" to={pathOf(issue.web_url)}>
              <strong>{issue.title}</strong> <span className="muted small">#{issue.iid}</span>
            </Link>
            <div className="row row-wrap">
              <Labels names={labelNames(issue.labels)} labels={labels} />
              <span className="grow" />
              {issue.assignees.map((user) => (
                <Avatar key={user.id} name={user.name} url={user.avatar_url} size={20} />
              ))}
            </div>
            {canEdit && (
              <select
                className="select"
                aria-label={`Move ${issue.title}`}
                value={column.key}
                onChange={(event) => {
                  const target = columns.find(({ key }) => key === event.target.value);
                  if (target) move(issue, target);
                }}
              >
                {columns.map(({ key, title }) => (
                  <option key={key} value={key}>
                    {title}
                  </option>
                ))}
              </select>
            )}
          </article>
        ))}
      </div>
    </section>
  );
}
