-- Deleting a row looks through every table that refers to it; jobs and their outputs are the large ones.
create index job_outputs_file on job_outputs (file_id);
create index jobs_points_file on jobs (points_file_id) where points_file_id is not null;
create index submissions_config_file on submissions (config_file_id);
create index surveys_file on surveys (file_id);
create index assets_file on assets (file_id);
-- The list of projects counts them.
create index submissions_project on submissions (project_id) where project_id is not null;
