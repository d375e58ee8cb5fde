/** Entry point of the projects process. */
import { runProcess } from '@forgemesh/service';
import { projects } from './service';

runProcess([projects]);
