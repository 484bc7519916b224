-- An account or registration that is deleted looks into every table that may name it; without these, by reading it through.
create index assets_created_by on assets (created_by) where created_by is not null;
create index collections_created_by on collections (created_by) where created_by is not null;
create index files_created_by on files (created_by) where created_by is not null;
create index final_marks_marked_by on final_marks (marked_by) where marked_by is not null;
create index products_created_by on products (created_by) where created_by is not null;
create index signed_link_revocations_revoked_by on signed_link_revocations (revoked_by) where revoked_by is not null;
create index surveys_created_by on surveys (created_by) where created_by is not null;
create index tracker_rows_changed_by on tracker_rows (changed_by) where changed_by is not null;
create index tracker_workbooks_created_by on tracker_workbooks (created_by) where created_by is not null;
create index worldpop_datasets_created_by on worldpop_datasets (created_by) where created_by is not null;
