-- What waits or runs is little beside what has ended: places in the queue, the queue's size, forgotten jobs.
create index jobs_unfinished on jobs (app_user_id, id) where status in ('pending', 'running');
-- Newest first with nulls last, as lists order it.
create index jobs_datetime_newest on jobs (datetime_submitted desc nulls last, id desc);
-- Distinct sources by leaps, and lists of one source.
create index jobs_source on jobs (source, datetime_submitted, id);
create index surveys_source on surveys (source);
