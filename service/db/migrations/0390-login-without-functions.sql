-- Logging in is plain SQL of the service.
drop function begin_sign_in;
drop function end_sign_in;
drop function take_attempt;
drop function sweep_attempts;
