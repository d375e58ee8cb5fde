/** The visitor's to-do list. */
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { Link } from 'react-router';
import type { Todo } from '#api/types';
import { Avatar } from '#components/avatar';
import { StateTabs } from '#components/items/state-tabs';
import { Main } from '#components/page/main';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { Empty, Loaded } from '#components/states';
import { todoKeys, listTodos, markAllTodosAsDone, markTodoAsDone } from '#data/todos';
import { pathOf } from '#lib/paths';
import { useAction } from '#lib/use-action';
import { oneOf, useFilters } from '#lib/use-filters';
import { useTitle } from '#lib/use-title';
import { useLive } from '#live/use-live';

const reasons: Record<string, string> = {
  assigned: 'assigned you',
  mentioned: 'mentioned you in',
  directly_addressed: 'addressed you in',
  review_requested: 'asked you to review',
  build_failed: 'the pipeline failed for',
  marked: 'added',
  approval_required: 'asked for your approval of',
  unmergeable: 'cannot be merged:',
};

/** Shows the list. */
export function TodosPage() {
  const filters = useFilters();
  const page = usePageNumber();
  const state = oneOf(filters.get('state'), ['done']) ?? ('pending' as const);
  const query = useQuery({
    queryKey: todoKeys.list(state, page),
    queryFn: () => listTodos({ state, page, per_page: 30 }),
  });
  useLive('todos', todoKeys.all);
  const { run, isBusy } = useAction(todoKeys.all);
  useTitle('To-do list');
  return (
    <Main>
      <div className="page-header">
        <h1>To-do list</h1>
        {state === 'pending' && (query.data?.items.length ?? 0) > 0 && (
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() => void run(() => markAllTodosAsDone())}
          >
            Mark all as done
          </button>
        )}
      </div>
      <StateTabs
        filters={filters}
        initial="pending"
        tabs={[
          { state: 'pending', text: 'To do', ...(state === 'pending' && { count: query.data?.total }) },
          { state: 'done', text: 'Done' },
        ]}
      />
      <Loaded query={query}>
        {(todos) =>
          todos.items.length === 0 ? (
            <Empty title={state === 'pending' ? 'Nothing to do' : 'Nothing done yet'} />
          ) : (
            <>
              <ul className="card list todo-list">
                {todos.items.map((todo) => (
                  <TodoItem key={todo.id} todo={todo} finish={() => void run(() => markTodoAsDone(todo.id))} />
                ))}
              </ul>
              <Pagination page={todos} />
            </>
          )
        }
      </Loaded>
    </Main>
  );
}

function TodoItem({ todo, finish }: { todo: Todo; finish: () => void }) {
  const target: unknown = todo.target;
  const title = typeof target === 'object' && target !== null && 'title' in target ? String(target.title) : '';
  return (
    <li>
      <Avatar name={todo.author?.name ?? '?'} url={todo.author?.avatar_url ?? null} size={32} />
      <div className="grow">
        <div>
          {todo.author?.name} {reasons[todo.action_name] ?? todo.action_name}{' '}
          <Link to={pathOf(todo.target_url)}>{title || todo.body}</Link>
        </div>
        <div className="muted small">
          {todo.project?.name_with_namespace ?? todo.group?.name} · <RelativeTime time={todo.created_at} />
        </div>
      </div>
      {todo.state === 'pending' && (
        <button type="button" className="button button-small" aria-label={`Mark as done: ${title}`} onClick={finish}>
          <Check size={14} aria-hidden="true" />
          Done
        </button>
      )}
    </li>
  );
}
