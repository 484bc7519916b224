import { runChildOnce } from '../../isolation/run-child-once.ts'
import type { AggregateTask } from './aggregate-task.ts'
import { aggregateLayer } from './aggregate-layer.ts'

runChildOnce((task: AggregateTask, posterior, report) => aggregateLayer(task, posterior, report))
