-- Which jobs keep a survey from being deleted, and the layers on its page.
create index jobs_of_survey on jobs (survey_id) where survey_id is not null;
