;; Loops over the bytes and cells of rasters for cell-kernel.ts; `npm run kernel` turns this file into cell-kernel.wasm.ts.
(module
  (memory (export "memory") 4)

  ;; Adds to each of `count` bytes the one `step` bytes before it, which is a sum already: undoes `difference`.
  (func (export "sum") (param $at i32) (param $count i32) (param $step i32)
    (local $end i32) (local $whole i32) (local $x v128) (local $carry v128) (local $zero v128)
    (local.set $end (i32.add (local.get $at) (local.get $count)))
    (if (i32.eq (local.get $step) (i32.const 1)) (then
      (local.set $whole (i32.add (local.get $at) (i32.and (local.get $count) (i32.const -16))))
      (block $done
        (loop $next
          (br_if $done (i32.ge_u (local.get $at) (local.get $whole)))
          (local.set $x (v128.load (local.get $at)))
          ;; Each byte gets those one, then two, four and eight places before it.
          (local.set $x (i8x16.add (local.get $x)
            (i8x16.shuffle 0 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 (local.get $zero) (local.get $x))))
          (local.set $x (i8x16.add (local.get $x)
            (i8x16.shuffle 0 0 16 17 18 19 20 21 22 23 24 25 26 27 28 29 (local.get $zero) (local.get $x))))
          (local.set $x (i8x16.add (local.get $x)
            (i8x16.shuffle 0 0 0 0 16 17 18 19 20 21 22 23 24 25 26 27 (local.get $zero) (local.get $x))))
          (local.set $x (i8x16.add (local.get $x)
            (i8x16.shuffle 0 0 0 0 0 0 0 0 16 17 18 19 20 21 22 23 (local.get $zero) (local.get $x))))
          (local.set $x (i8x16.add (local.get $x) (local.get $carry)))
          (v128.store (local.get $at) (local.get $x))
          (local.set $carry
            (i8x16.shuffle 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 15 (local.get $x) (local.get $x)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br $next)))
      (if (i32.lt_u (local.get $count) (i32.const 16)) (then
        (local.set $at (i32.add (local.get $at) (i32.const 1))))))
      (else (local.set $at (i32.add (local.get $at) (local.get $step)))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (i32.store8 (local.get $at) (i32.add
          (i32.load8_u (local.get $at))
          (i32.load8_u (i32.sub (local.get $at) (local.get $step)))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next))))

  ;; Subtracts from each of `count` bytes the one before it, except for the first.
  (func (export "difference") (param $at i32) (param $count i32)
    (local $i i32)
    (local.set $i (i32.add (local.get $at) (local.get $count)))
    ;; Backwards, so that what is subtracted has not been changed yet.
    (block $done
      (loop $next
        (br_if $done (i32.le_u (local.get $i) (i32.add (local.get $at) (i32.const 16))))
        (local.set $i (i32.sub (local.get $i) (i32.const 16)))
        (v128.store (local.get $i) (i8x16.sub
          (v128.load (local.get $i))
          (v128.load (i32.sub (local.get $i) (i32.const 1)))))
        (br $next)))
    (block $done
      (loop $next
        (local.set $i (i32.sub (local.get $i) (i32.const 1)))
        (br_if $done (i32.le_s (local.get $i) (local.get $at)))
        (i32.store8 (local.get $i) (i32.sub
          (i32.load8_u (local.get $i))
          (i32.load8_u (i32.sub (local.get $i) (i32.const 1)))))
        (br $next))))

  ;; `count` values of `size` bytes, low byte first, from as many planes of bytes, the highest first.
  (func (export "join") (param $from i32) (param $count i32) (param $size i32) (param $to i32)
    (local $k i32) (local $plane i32) (local $at i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $low v128) (local $high v128)
    (if (i32.eq (local.get $size) (i32.const 4)) (then
      (block $done
        (loop $next
          (br_if $done (i32.gt_u (i32.add (local.get $k) (i32.const 16)) (local.get $count)))
          (local.set $at (i32.add (local.get $from) (local.get $k)))
          (local.set $d (v128.load (local.get $at)))
          (local.set $c (v128.load (local.tee $at (i32.add (local.get $at) (local.get $count)))))
          (local.set $b (v128.load (local.tee $at (i32.add (local.get $at) (local.get $count)))))
          (local.set $a (v128.load (i32.add (local.get $at) (local.get $count))))
          (local.set $at (i32.add (local.get $to) (i32.shl (local.get $k) (i32.const 2))))
          (local.set $low (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get $a) (local.get $b)))
          (local.set $high (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get $c) (local.get $d)))
          (v128.store (local.get $at)
            (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $low) (local.get $high)))
          (v128.store offset=16 (local.get $at)
            (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $low) (local.get $high)))
          (local.set $low
            (i8x16.shuffle 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31 (local.get $a) (local.get $b)))
          (local.set $high
            (i8x16.shuffle 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31 (local.get $c) (local.get $d)))
          (v128.store offset=32 (local.get $at)
            (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $low) (local.get $high)))
          (v128.store offset=48 (local.get $at)
            (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $low) (local.get $high)))
          (local.set $k (i32.add (local.get $k) (i32.const 16)))
          (br $next)))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $k) (local.get $count)))
        (local.set $plane (i32.const 0))
        (local.set $at (i32.add (local.get $from) (local.get $k)))
        (loop $planes
          (i32.store8
            (i32.sub
              (i32.add (local.get $to) (i32.mul (i32.add (local.get $k) (i32.const 1)) (local.get $size)))
              (i32.add (local.get $plane) (i32.const 1)))
            (i32.load8_u (local.get $at)))
          (local.set $at (i32.add (local.get $at) (local.get $count)))
          (local.set $plane (i32.add (local.get $plane) (i32.const 1)))
          (br_if $planes (i32.lt_u (local.get $plane) (local.get $size))))
        (local.set $k (i32.add (local.get $k) (i32.const 1)))
        (br $next))))

  ;; Undoes `join`.
  (func (export "split") (param $from i32) (param $count i32) (param $size i32) (param $to i32)
    (local $k i32) (local $plane i32) (local $at i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $low v128) (local $high v128)
    (if (i32.eq (local.get $size) (i32.const 4)) (then
      (block $done
        (loop $next
          (br_if $done (i32.gt_u (i32.add (local.get $k) (i32.const 16)) (local.get $count)))
          (local.set $at (i32.add (local.get $from) (i32.shl (local.get $k) (i32.const 2))))
          (local.set $a (call $byPlane (v128.load (local.get $at))))
          (local.set $b (call $byPlane (v128.load offset=16 (local.get $at))))
          (local.set $c (call $byPlane (v128.load offset=32 (local.get $at))))
          (local.set $d (call $byPlane (v128.load offset=48 (local.get $at))))
          (local.set $at (i32.add (local.get $to) (local.get $k)))
          (local.set $low
            (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b)))
          (local.set $high
            (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d)))
          (v128.store (local.get $at)
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $low) (local.get $high)))
          (v128.store (local.tee $at (i32.add (local.get $at) (local.get $count)))
            (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $low) (local.get $high)))
          (local.set $low
            (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b)))
          (local.set $high
            (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d)))
          (v128.store (local.tee $at (i32.add (local.get $at) (local.get $count)))
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $low) (local.get $high)))
          (v128.store (i32.add (local.get $at) (local.get $count))
            (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $low) (local.get $high)))
          (local.set $k (i32.add (local.get $k) (i32.const 16)))
          (br $next)))))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $k) (local.get $count)))
        (local.set $plane (i32.const 0))
        (local.set $at (i32.add (local.get $to) (local.get $k)))
        (loop $planes
          (i32.store8
            (local.get $at)
            (i32.load8_u (i32.sub
              (i32.add (local.get $from) (i32.mul (i32.add (local.get $k) (i32.const 1)) (local.get $size)))
              (i32.add (local.get $plane) (i32.const 1)))))
          (local.set $at (i32.add (local.get $at) (local.get $count)))
          (local.set $plane (i32.add (local.get $plane) (i32.const 1)))
          (br_if $planes (i32.lt_u (local.get $plane) (local.get $size))))
        (local.set $k (i32.add (local.get $k) (i32.const 1)))
        (br $next))))

  ;; The highest bytes of four values, then the next ones.
  (func $byPlane (param $x v128) (result v128)
    (i8x16.shuffle 3 7 11 15 2 6 10 14 1 5 9 13 0 4 8 12 (local.get $x) (local.get $x)))

  ;; Of `count` (even) float64 from `at`, without nodata and NaN: 0 finite ones, 8 infinite ones, 16 negative ones, 24
  ;; smallest, 32 largest, 40 sum of the finite ones, all as float64.
  (func (export "measure") (param $at i32) (param $count i32) (param $nodata f64)
    (local $end i32) (local $x v128) (local $size v128) (local $given v128) (local $finite v128)
    (local $none v128) (local $infinity v128) (local $minusInfinity v128) (local $zero v128)
    (local $valid v128) (local $infinite v128) (local $negative v128)
    (local $min v128) (local $max v128) (local $sum v128)
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 3))))
    (local.set $none (f64x2.splat (local.get $nodata)))
    (local.set $infinity (f64x2.splat (f64.const inf)))
    (local.set $minusInfinity (f64x2.splat (f64.const -inf)))
    (local.set $min (local.get $infinity))
    (local.set $max (local.get $minusInfinity))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $x (v128.load (local.get $at)))
        (local.set $size (f64x2.abs (local.get $x)))
        (local.set $given (f64x2.ne (local.get $x) (local.get $none)))
        (local.set $finite (v128.and (local.get $given) (f64x2.lt (local.get $size) (local.get $infinity))))
        (local.set $valid (i64x2.sub (local.get $valid) (local.get $finite)))
        (local.set $infinite (i64x2.sub (local.get $infinite)
          (v128.and (local.get $given) (f64x2.eq (local.get $size) (local.get $infinity)))))
        (local.set $negative (i64x2.sub (local.get $negative)
          (v128.and (local.get $finite) (f64x2.lt (local.get $x) (local.get $zero)))))
        (local.set $min (f64x2.pmin (local.get $min)
          (v128.bitselect (local.get $x) (local.get $infinity) (local.get $finite))))
        (local.set $max (f64x2.pmax (local.get $max)
          (v128.bitselect (local.get $x) (local.get $minusInfinity) (local.get $finite))))
        (local.set $sum (f64x2.add (local.get $sum) (v128.and (local.get $x) (local.get $finite))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next)))
    (f64.store (i32.const 0) (call $both (local.get $valid)))
    (f64.store (i32.const 8) (call $both (local.get $infinite)))
    (f64.store (i32.const 16) (call $both (local.get $negative)))
    (f64.store (i32.const 24)
      (f64.min (f64x2.extract_lane 0 (local.get $min)) (f64x2.extract_lane 1 (local.get $min))))
    (f64.store (i32.const 32)
      (f64.max (f64x2.extract_lane 0 (local.get $max)) (f64x2.extract_lane 1 (local.get $max))))
    (f64.store (i32.const 40)
      (f64.add (f64x2.extract_lane 0 (local.get $sum)) (f64x2.extract_lane 1 (local.get $sum)))))

  (func $both (param $counts v128) (result f64)
    (f64.convert_i64_u (i64.add
      (i64x2.extract_lane 0 (local.get $counts))
      (i64x2.extract_lane 1 (local.get $counts)))))

  ;; Sum of the squared distances of the finite values from `mean`.
  (func (export "squares") (param $at i32) (param $count i32) (param $nodata f64) (param $mean f64) (result f64)
    (local $end i32) (local $x v128) (local $apart v128) (local $none v128) (local $centre v128)
    (local $infinity v128) (local $sum v128)
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 3))))
    (local.set $none (f64x2.splat (local.get $nodata)))
    (local.set $centre (f64x2.splat (local.get $mean)))
    (local.set $infinity (f64x2.splat (f64.const inf)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $x (v128.load (local.get $at)))
        (local.set $apart (f64x2.sub (local.get $x) (local.get $centre)))
        (local.set $apart (v128.and (local.get $apart) (v128.and
          (f64x2.ne (local.get $x) (local.get $none))
          (f64x2.lt (f64x2.abs (local.get $apart)) (local.get $infinity)))))
        (local.set $sum (f64x2.add (local.get $sum) (f64x2.mul (local.get $apart) (local.get $apart))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next)))
    (f64.add (f64x2.extract_lane 0 (local.get $sum)) (f64x2.extract_lane 1 (local.get $sum))))

  ;; Adds `count` (a multiple of four) float64 to bins of width 1 / `scale` from `min`, the last of which is `last`, in
  ;; four tables of u32, `table` bytes apart, from byte 0: cells side by side are mostly in the same bin, and a processor
  ;; waits before it counts twice in one place. Nodata, NaN and infinite values are added to bin `last` + 1.
  (func (export "bin") (param $at i32) (param $count i32) (param $nodata f64) (param $min f64) (param $scale f64)
    (param $last f64) (param $table i32)
    (local $end i32) (local $second i32) (local $third i32) (local $fourth i32)
    (local $none v128) (local $least v128) (local $factor v128) (local $most v128) (local $beyond v128)
    (local $infinity v128) (local $bins v128)
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 3))))
    (local.set $third (i32.shl (local.get $table) (i32.const 1)))
    (local.set $fourth (i32.add (local.get $third) (local.get $table)))
    (local.set $none (f64x2.splat (local.get $nodata)))
    (local.set $least (f64x2.splat (local.get $min)))
    (local.set $factor (f64x2.splat (local.get $scale)))
    (local.set $most (f64x2.splat (local.get $last)))
    (local.set $beyond (f64x2.splat (f64.add (local.get $last) (f64.const 1))))
    (local.set $infinity (f64x2.splat (f64.const inf)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $bins (call $binsOf (v128.load (local.get $at)) (local.get $none) (local.get $least)
          (local.get $factor) (local.get $most) (local.get $beyond) (local.get $infinity)))
        (call $add (i32x4.extract_lane 0 (local.get $bins)) (i32.const 0))
        (call $add (i32x4.extract_lane 1 (local.get $bins)) (local.get $table))
        (local.set $bins (call $binsOf (v128.load offset=16 (local.get $at)) (local.get $none) (local.get $least)
          (local.get $factor) (local.get $most) (local.get $beyond) (local.get $infinity)))
        (call $add (i32x4.extract_lane 0 (local.get $bins)) (local.get $third))
        (call $add (i32x4.extract_lane 1 (local.get $bins)) (local.get $fourth))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br $next))))

  (func $binsOf (param $x v128) (param $none v128) (param $least v128) (param $factor v128) (param $most v128)
    (param $beyond v128) (param $infinity v128) (result v128)
    (i32x4.trunc_sat_f64x2_u_zero (v128.bitselect
      (f64x2.pmin (local.get $most)
        (f64x2.mul (f64x2.sub (local.get $x) (local.get $least)) (local.get $factor)))
      (local.get $beyond)
      (v128.and
        (f64x2.ne (local.get $x) (local.get $none))
        (f64x2.lt (f64x2.abs (local.get $x)) (local.get $infinity))))))

  (func $add (param $bin i32) (param $table i32)
    (local $at i32)
    (local.set $at (i32.add (i32.shl (local.get $bin) (i32.const 2)) (local.get $table)))
    (i32.store (local.get $at) (i32.add (i32.load (local.get $at)) (i32.const 1))))

  ;; Means of the valid (neither nodata nor NaN) of two by two float64 from the rows at $upper and $lower, for `count`
  ;; (even) places at $to, which keep what they hold where none is valid. `whole` rounds half away from zero. A mean that
  ;; is nodata becomes the first valid value.
  (func (export "halve") (param $upper i32) (param $lower i32) (param $to i32) (param $count i32) (param $nodata f64)
    (param $whole i32)
    (local $end i32) (local $none v128) (local $one v128) (local $sign v128) (local $zero v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local $hasA v128) (local $hasB v128) (local $hasC v128) (local $hasD v128) (local $valid v128) (local $mean v128)
    (local.set $end (i32.add (local.get $to) (i32.shl (local.get $count) (i32.const 3))))
    (local.set $none (f64x2.splat (local.get $nodata)))
    (local.set $one (f64x2.splat (f64.const 1)))
    (local.set $sign (f64x2.splat (f64.const -0)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $to) (local.get $end)))
        (local.set $c (v128.load (local.get $upper)))
        (local.set $d (v128.load offset=16 (local.get $upper)))
        (local.set $a (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $c) (local.get $d)))
        (local.set $b (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $c) (local.get $d)))
        (local.set $valid (v128.load (local.get $lower)))
        (local.set $mean (v128.load offset=16 (local.get $lower)))
        (local.set $c
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $valid) (local.get $mean)))
        (local.set $d
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $valid) (local.get $mean)))
        (local.set $hasA (call $isValid (local.get $a) (local.get $none)))
        (local.set $hasB (call $isValid (local.get $b) (local.get $none)))
        (local.set $hasC (call $isValid (local.get $c) (local.get $none)))
        (local.set $hasD (call $isValid (local.get $d) (local.get $none)))
        (local.set $valid (f64x2.add
          (f64x2.add (v128.and (local.get $hasA) (local.get $one)) (v128.and (local.get $hasB) (local.get $one)))
          (f64x2.add (v128.and (local.get $hasC) (local.get $one)) (v128.and (local.get $hasD) (local.get $one)))))
        ;; From 0 on, as -0 alone is 0.
        (local.set $mean (f64x2.div
          (f64x2.add
            (f64x2.add
              (f64x2.add
                (f64x2.add (local.get $zero) (v128.and (local.get $a) (local.get $hasA)))
                (v128.and (local.get $b) (local.get $hasB)))
              (v128.and (local.get $c) (local.get $hasC)))
            (v128.and (local.get $d) (local.get $hasD)))
          (local.get $valid)))
        (if (local.get $whole) (then
          (local.set $mean (v128.or
            (v128.and (local.get $mean) (local.get $sign))
            (f64x2.floor (f64x2.add (f64x2.abs (local.get $mean)) (f64x2.splat (f64.const 0.5))))))))
        (local.set $mean (v128.bitselect
          (v128.bitselect (local.get $a)
            (v128.bitselect (local.get $b)
              (v128.bitselect (local.get $c) (local.get $d) (local.get $hasC))
              (local.get $hasB))
            (local.get $hasA))
          (local.get $mean)
          (f64x2.eq (local.get $mean) (local.get $none))))
        (v128.store (local.get $to) (v128.bitselect
          (v128.load (local.get $to)) (local.get $mean) (f64x2.eq (local.get $valid) (local.get $zero))))
        (local.set $upper (i32.add (local.get $upper) (i32.const 32)))
        (local.set $lower (i32.add (local.get $lower) (i32.const 32)))
        (local.set $to (i32.add (local.get $to) (i32.const 16)))
        (br $next))))

  (func $isValid (param $x v128) (param $none v128) (result v128)
    (v128.and (f64x2.ne (local.get $x) (local.get $none)) (f64x2.eq (local.get $x) (local.get $x))))

  ;; Decodes TIFF 6 LZW from `from` to `end` into at most `size` bytes at `to`; how many, or -1 for damaged data.
  ;; `table` holds an entry per code, place and length of its bytes, then the 256 single bytes. Up to 3,855 bytes after
  ;; the output are overwritten: a string ends beyond it, and 16 bytes are copied at a time.
  (func (export "lzw") (param $from i32) (param $end i32) (param $table i32) (param $to i32) (param $size i32)
    (result i32)
    (local $i i32) (local $bit i32) (local $bits i32) (local $total i32) (local $code i32) (local $next i32)
    (local $at i32) (local $stop i32) (local $previous i32) (local $previousLength i32)
    (local $source i32) (local $length i32) (local $k i32)
    (loop $singles
      (i32.store8 offset=32768 (i32.add (local.get $table) (local.get $i)) (local.get $i))
      (local.set $k (i32.add (local.get $table) (i32.shl (local.get $i) (i32.const 3))))
      (i32.store (local.get $k) (i32.add (i32.add (local.get $table) (i32.const 32768)) (local.get $i)))
      (i32.store offset=4 (local.get $k) (i32.const 1))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $singles (i32.lt_u (local.get $i) (i32.const 256))))
    (local.set $total (i32.shl (i32.sub (local.get $end) (local.get $from)) (i32.const 3)))
    (local.set $bits (i32.const 9))
    (local.set $next (i32.const 258))
    (local.set $at (local.get $to))
    (local.set $stop (i32.add (local.get $to) (local.get $size)))
    (block $done
      (loop $codes
        (br_if $done (i32.ge_u (local.get $at) (local.get $stop)))
        (br_if $done (i32.gt_u (i32.add (local.get $bit) (local.get $bits)) (local.get $total)))
        ;; Four bytes, highest first, of which the code is the `bits` bits after `bit` mod 8.
        (local.set $code (i32.load (i32.add (local.get $from) (i32.shr_u (local.get $bit) (i32.const 3)))))
        (local.set $code (i32.or
          (i32.and (i32.rotl (local.get $code) (i32.const 8)) (i32.const 0x00ff00ff))
          (i32.and (i32.rotr (local.get $code) (i32.const 8)) (i32.const 0xff00ff00))))
        (local.set $code (i32.shr_u
          (i32.shl (local.get $code) (i32.and (local.get $bit) (i32.const 7)))
          (i32.sub (i32.const 32) (local.get $bits))))
        (local.set $bit (i32.add (local.get $bit) (local.get $bits)))
        (br_if $done (i32.eq (local.get $code) (i32.const 257)))
        (if (i32.eq (local.get $code) (i32.const 256)) (then
          (local.set $bits (i32.const 9))
          (local.set $next (i32.const 258))
          (local.set $previousLength (i32.const 0))
          (br $codes)))
        (if (local.get $previousLength)
          (then
            (if (i32.lt_u (local.get $next) (i32.const 4096)) (then
              ;; The previous string and the first byte of this one, which may itself be this one.
              (local.set $k (i32.add (local.get $table) (i32.shl (local.get $next) (i32.const 3))))
              (i32.store (local.get $k) (local.get $previous))
              (i32.store offset=4 (local.get $k) (i32.add (local.get $previousLength) (i32.const 1)))
              (local.set $next (i32.add (local.get $next) (i32.const 1)))
              (local.set $bits (i32.add (local.get $bits) (i32.and
                (i32.ge_u (local.get $next)
                  (i32.sub (i32.shl (i32.const 1) (local.get $bits)) (i32.const 1)))
                (i32.lt_u (local.get $bits) (i32.const 12)))))))
            (if (i32.ge_u (local.get $code) (local.get $next)) (then (return (i32.const -1)))))
          (else
            (if (i32.gt_u (local.get $code) (i32.const 255)) (then (return (i32.const -1))))))
        (local.set $k (i32.add (local.get $table) (i32.shl (local.get $code) (i32.const 3))))
        (local.set $source (i32.load (local.get $k)))
        (local.set $length (i32.load offset=4 (local.get $k)))
        (v128.store (local.get $at) (v128.load (local.get $source)))
        (local.set $k (i32.const 16))
        (block $copied
          (loop $copy
            (br_if $copied (i32.ge_u (local.get $k) (local.get $length)))
            (v128.store (i32.add (local.get $at) (local.get $k))
              (v128.load (i32.add (local.get $source) (local.get $k))))
            (local.set $k (i32.add (local.get $k) (i32.const 16)))
            (br $copy)))
        (local.set $previous (local.get $at))
        (local.set $previousLength (local.get $length))
        (local.set $at (i32.add (local.get $at) (local.get $length)))
        ;; The first byte of a string that ends with it was not there when the copy began.
        (i32.store8 (i32.sub (local.get $at) (i32.const 1))
          (i32.load8_u (i32.sub (i32.add (local.get $source) (local.get $length)) (i32.const 1))))
        (br $codes)))
    (i32.sub
      (select (local.get $at) (local.get $stop) (i32.lt_u (local.get $at) (local.get $stop)))
      (local.get $to))))
