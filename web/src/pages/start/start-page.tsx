/** The start page. */
import { Main } from '../../layout/main';
import { useTitle } from '../../lib/use-title';

/** Shows what concerns the visitor. */
export function StartPage() {
  useTitle();
  return (
    <Main>
      <h1>Welcome</h1>
    </Main>
  );
}
