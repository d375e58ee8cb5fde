/** Entry point of the identity process. */
import { runProcess } from '@forgemesh/service';
import { identity } from './service';

runProcess([identity]);
